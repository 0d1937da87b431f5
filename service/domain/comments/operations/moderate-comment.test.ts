import { describe, expect, it } from 'vitest'
import { aComment, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const act = (action: unknown, headers?: Record<string, string>, id = 7) =>
  fixture.rest(`PUT /comments/1/${id}/action`, { action }, headers)
const first = () => fixture.sites[0]!

describe('a comment', () => {
  it.each([
    ['unapproved', 'approve', 'approved'],
    ['approved', 'unapprove', 'pending'],
    ['approved', 'spam', 'spam'],
    ['spam', 'unspam', 'pending'],
    ['approved', 'trash', 'trash'],
    ['trash', 'restore', 'pending'],
    ['approved', 'delete', 'deleted'],
  ] as const)('with the status %s becomes, with %s, %s', async (before, action, after) => {
    first().comments = [aComment(7, { status: before }), aComment(8)]
    const { status, body } = await act(action)
    expect([status, body.message]).toEqual([200, 'Comment updated.'])
    expect(body.data).toEqual({
      comment_id: 7,
      comment_status: after,
      changed: true,
      verified: true,
      site_id: 1,
      site_url: first().url,
    })
    expect(first().counts.comment_action).toBe(1)
    expect(first().comments).toContainEqual(aComment(8))
  })

  it('is not sent if it has the status already', async () => {
    first().comments = [aComment(7)]
    for (const action of ['approve', 'unspam', 'restore'])
      expect((await act(action)).body.data).toMatchObject({ comment_status: 'approved', changed: false })
    expect(first().journal).toEqual([])
  })

  it('is 404 if it does not exist, and nothing is sent', async () => {
    const { status, body } = await act('approve')
    expect([status, body.code]).toEqual([404, 'svc_comment_not_found'])
    expect(first().counts.comment_action).toBeUndefined()
  })

  it('is changed without verification if it is too old to be listed, or is 404', async () => {
    first().comments = [
      ...Array.from({ length: 500 }, (_, index) => aComment(index + 100)),
      aComment(7, { at: '2020-01-01T00:00:00Z' }),
    ]
    expect((await act('spam')).body.data).toMatchObject({ comment_status: 'spam', verified: true })
    first().comments = first().comments.map((comment) =>
      comment.id === 7 ? { ...comment, status: 'approved' } : comment,
    )
    expect((await act('delete')).body.data).toMatchObject({ comment_status: null, verified: false })
    expect(first().comments.some(({ id }) => id === 7)).toBe(false)
    expect((await act('approve')).body.code).toBe('svc_comment_not_found')
  })

  it('is an error if the site reports success but did not change it', async () => {
    first().comments = [aComment(7)]
    first().setFault('false-success', { on: 'comment_action' })
    for (const action of ['spam', 'delete']) {
      const { status, body } = await act(action)
      expect([status, body.code]).toEqual([502, 'svc_not_applied'])
      expect(body.message).toContain('comment 7 is still approved')
    }
  })

  it('is deleted only with the delete scope', async () => {
    first().comments = [aComment(7)]
    expect((await act('delete', fixture.people.keys.write.headers)).status).toBe(403)
    expect((await act('spam', fixture.people.keys.read.headers)).status).toBe(403)
    expect((await act('spam', fixture.people.viewer.headers)).status).toBe(403)
    expect((await act('spam', fixture.people.keys.write.headers)).status).toBe(200)
  })

  it('has seven actions', async () => {
    const { status, body } = await act('publish')
    expect([status, body.data.params.action]).toEqual([
      400,
      'must be one of: approve, unapprove, spam, unspam, trash, restore, delete',
    ])
  })
})
