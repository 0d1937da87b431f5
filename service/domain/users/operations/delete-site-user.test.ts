import { expect, it } from 'vitest'
import { aPost, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const first = () => fixture.sites[0]!
const remove = (id: number, headers?: Record<string, string>) =>
  fixture.rest(`DELETE /users/1/${id}/delete`, undefined, headers)

it('deletes a user and keeps the posts of the user', async () => {
  const { id } = first().addUser({ login: 'ed', role: 'editor' })
  first().posts = [aPost(1, { authorId: id })]
  const { status, body } = await remove(id)
  expect([status, body.message]).toEqual([200, 'User deleted.'])
  expect(body.data).toEqual({ deleted: true, user_id: id, username: 'ed', site_id: 1, site_url: first().url })
  expect(first().user('ed')).toBeUndefined()
  expect(first().posts).toMatchObject([{ authorId: first().user('admin')!.id }])
  expect((await remove(id)).body.code).toBe('svc_user_not_found')
})

it('never deletes the administrator that Flotilla uses', async () => {
  const { body } = await remove(first().user('admin')!.id)
  expect([body.code, body.data.status]).toEqual(['svc_own_administrator', 409])
})

it('needs the delete scope, and returns svc_not_applied if the user still exists', async () => {
  const { id } = first().addUser({ login: 'ed', role: 'editor' })
  expect((await remove(id, fixture.people.keys.write.headers)).status).toBe(403)
  first().setFault('false-success', { on: 'user_action' })
  expect((await remove(id)).body.code).toBe('svc_not_applied')
})
