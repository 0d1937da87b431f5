import { expect, it } from 'vitest'
import { aPost, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const remove = (headers?: Record<string, string>) => fixture.rest('DELETE /posts/1/5/delete', undefined, headers)
const first = () => fixture.sites[0]!

it('deletes a post without the trash', async () => {
  first().posts = [aPost(5), aPost(6)]
  const { status, body } = await remove()
  expect([status, body.message, body.data.post_status]).toEqual([200, 'Post deleted.', 'deleted'])
  expect(first().posts.map(({ id }) => id)).toEqual([6])
  expect((await remove()).body.code).toBe('svc_post_not_found')
})

it('needs the delete scope', async () => {
  first().posts = [aPost(5)]
  expect((await remove(fixture.people.keys.write.headers)).status).toBe(403)
  expect(first().posts).toHaveLength(1)
})

it('returns svc_not_applied if the post still exists', async () => {
  first().posts = [aPost(5)]
  first().setFault('false-success', { on: 'post_action' })
  expect((await remove()).body.code).toBe('svc_not_applied')
})
