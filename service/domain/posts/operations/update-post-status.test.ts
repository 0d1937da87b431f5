import { describe, expect, it } from 'vitest'
import { aPost, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const update = (status: unknown, headers?: Record<string, string>, id = 5) =>
  fixture.rest(`PUT /posts/1/${id}/update-status`, { status }, headers)
const first = () => fixture.sites[0]!

describe('the status of a post', () => {
  it.each([
    ['draft', 'publish', 'publish'],
    ['pending', 'approve', 'publish'],
    ['publish', 'unpublish', 'draft'],
    ['publish', 'trash', 'trash'],
    ['trash', 'restore', 'draft'],
    ['publish', 'draft', 'draft'],
    ['publish', 'pending', 'pending'],
    ['draft', 'private', 'private'],
    ['trash', 'pending', 'pending'],
  ])('%s becomes, with %s, %s', async (before, change, after) => {
    first().posts = [aPost(5, { status: before })]
    const { status, body } = await update(change)
    expect([status, body.message]).toEqual([200, 'Post status updated.'])
    expect(body.data).toEqual({
      post_id: 5,
      post_status: after,
      previous_status: before,
      changed: true,
      site_id: 1,
      site_url: first().url,
    })
    expect(first().posts[0]!.status).toBe(after)
  })

  it('delete deletes the post for good and needs confirm and the delete scope', async () => {
    first().posts = [aPost(5)]
    const remove = (fields: object, headers?: Record<string, string>) =>
      fixture.rest('PUT /posts/1/5/update-status', { status: 'delete', ...fields }, headers)
    for (const fields of [{}, { confirm: false }]) {
      const unconfirmed = await remove(fields)
      expect([unconfirmed.status, unconfirmed.body.code]).toEqual([400, 'svc_confirmation_required'])
    }
    const refused = await remove({ confirm: true }, fixture.people.keys.write.headers)
    expect([refused.status, refused.body.code]).toEqual([403, 'svc_permission_denied'])
    expect((await remove({ dry_run: true })).body.data.would_affect).toMatchObject([{ post_id: 5, action: 'delete' }])
    expect(first().posts).toHaveLength(1)
    expect((await remove({ confirm: true })).body.data.post_status).toBe('deleted')
    expect(first().posts).toEqual([])
  })

  it('is not sent if the post has it already: restoring a published post would unpublish it', async () => {
    first().posts = [aPost(5)]
    expect((await update('restore')).body.data).toMatchObject({ post_status: 'publish', changed: false })
    expect((await update('publish')).body.data).toMatchObject({ post_status: 'publish', changed: false })
    expect(first().journal).toEqual([])
  })

  it('of a missing post is 404', async () => {
    first().posts = [aPost(6, { type: 'page' })]
    for (const id of [5, 6]) {
      const { status, body } = await update('trash', undefined, id)
      expect([status, body.code]).toEqual([404, 'svc_post_not_found'])
    }
    expect(first().posts[0]!.status).toBe('publish')
  })

  it('is an error if the site reports success but did not change it', async () => {
    first().posts = [aPost(5)]
    first().setFault('false-success', { on: 'post_action' })
    const { status, body } = await update('trash')
    expect([status, body.code]).toEqual([502, 'svc_not_applied'])
    expect(body.message).toContain('post 5 did not change')
  })

  it('is a success if the answer was lost but it changed', async () => {
    first().posts = [aPost(5)]
    first().setFault('http-500-after', { on: 'post_action', times: 1 })
    expect((await update('trash')).body.data).toMatchObject({ post_status: 'trash', changed: true })
  })

  it('must be a status or an action', async () => {
    const { status, body } = await update('future')
    expect([status, body.message]).toEqual([
      400,
      'Invalid input: status must be one of: publish, approve, unpublish, draft, pending, private, trash, restore, delete.',
    ])
    expect((await fixture.rest('PATCH /posts/1/5/update-status', {})).body.data.params).toHaveProperty('status')
  })
})
