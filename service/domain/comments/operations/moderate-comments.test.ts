import { describe, expect, it } from 'vitest'
import { aComment, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const act = (action: string, comment_ids: unknown, headers?: Record<string, string>) =>
  fixture.rest('PATCH /comments/1/bulk-action', { action, comment_ids }, headers)
const first = () => fixture.sites[0]!
const statuses = () => Object.fromEntries(first().comments.map(({ id, status }) => [id, status]))

describe('many comments', () => {
  it('are taken from one text with commas and sent in one call', async () => {
    first().comments = [1, 2, 3].map((id) => aComment(id, { status: 'unapproved' }))
    const { status, body } = await act('approve', '1, 2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 1, total_done: 2, total_errors: 0, errors: [] })
    expect(body.data).toEqual([
      { comment_id: 1, comment_status: 'approved', changed: true, verified: true },
      { comment_id: 2, comment_status: 'approved', changed: true, verified: true },
    ])
    expect(statuses()).toEqual({ 1: 'approved', 2: 'approved', 3: 'unapproved' })
    expect(first().counts).toMatchObject({ comment_bulk_action: 1 })
  })

  it('are no success when none exists, and a partial one when some do', async () => {
    first().comments = [aComment(1)]
    const none = (await act('spam', [98, 99])).body
    expect(none).toMatchObject({ success: 0, code: 'svc_comment_not_found', message: '0 of 2 comments updated.' })
    const some = (await act('spam', [1, 99])).body
    expect(some).toMatchObject({ success: 1, errors: [{ identifier: 99 }] })
    expect(some.message).toBe(`1 of 2 comments updated. ${first().url} has no comment 99.`)
    expect((await act('spam', [1])).body).toMatchObject({ success: 1, message: 'Nothing to do.' })
  })

  it('have an outcome each: missing and unchanged ones do not affect the others', async () => {
    first().comments = [aComment(1), aComment(2), aComment(3, { status: 'spam' })]
    const { status, body } = await act('spam', [1, 99, 3, 2, 1])
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { comment_id: 3, changed: false },
      { comment_id: 1, changed: true },
      { comment_id: 2, changed: true },
    ])
    expect(body.errors).toEqual([
      {
        identifier: 99,
        site_id: 1,
        site_url: first().url,
        code: 'svc_comment_not_found',
        message: `${first().url} has no comment 99.`,
      },
    ])
    expect(statuses()).toEqual({ 1: 'spam', 2: 'spam', 3: 'spam' })
  })

  it('are errors if the site reports success but did not change them', async () => {
    first().comments = [aComment(1), aComment(2)]
    first().setFault('false-success', { on: 'comment_bulk_action' })
    const { body } = await act('trash', [1, 2])
    expect(body).toMatchObject({ total_done: 0, total_errors: 2 })
    expect(body.errors[0].code).toBe('svc_not_applied')
  })

  it('succeed if the answer was lost but they changed; otherwise they have the error of the site', async () => {
    first().comments = [aComment(1), aComment(2)]
    first().setFault('http-500-after', { on: 'comment_bulk_action', times: 1 })
    expect((await act('trash', [1, 2])).body).toMatchObject({ total_done: 2, total_errors: 0 })
    first().setFault('http-500', { on: 'comment_bulk_action', times: 1 })
    const { body } = await act('restore', [1, 2])
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(['svc_site_error', 'svc_site_error'])
  })

  it.each([[''], ['1,two'], [[]], [Array.from({ length: 501 }, (_, index) => index + 1)]])(
    'are refused as %j',
    async (comment_ids) => {
      expect((await act('spam', comment_ids)).status).toBe(400)
    },
  )

  it('are deleted only with the delete scope, and not in a dry run', async () => {
    first().comments = [aComment(1)]
    expect((await act('delete', '1', fixture.people.keys.write.headers)).status).toBe(403)
    const { body } = await fixture.rest('PUT /comments/1/bulk-action', {
      action: 'delete',
      comment_ids: '1',
      dry_run: true,
    })
    expect(body.data.would_affect).toEqual([{ comment_id: 1, action: 'delete' }])
    expect(first().comments).toHaveLength(1)
  })
})
