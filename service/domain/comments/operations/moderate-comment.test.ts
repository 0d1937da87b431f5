import { describe, expect, it } from 'vitest'
import { aComment, contentScene } from '../../../testing/content-scene.ts'

const scene = contentScene(1)
const act = (action: unknown, headers?: Record<string, string>, id = 7) =>
  scene.rest(`PUT /comments/1/${id}/action`, { action }, headers)
const first = () => scene.sites[0]!

describe('a comment', () => {
  it.each([
    ['unapproved', 'approve', 'approved'],
    ['approved', 'unapprove', 'pending'],
    ['approved', 'spam', 'spam'],
    ['spam', 'unspam', 'pending'],
    ['approved', 'trash', 'trash'],
    ['trash', 'restore', 'pending'],
    ['approved', 'delete', 'deleted'],
  ] as const)('that is %s, when told to %s, becomes %s', async (before, action, after) => {
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

  it('that is already so is left alone', async () => {
    first().comments = [aComment(7)]
    for (const action of ['approve', 'unspam', 'restore'])
      expect((await act(action)).body.data).toMatchObject({ comment_status: 'approved', changed: false })
    expect(first().journal).toEqual([])
  })

  it('that is not there is 404 and nothing is sent', async () => {
    const { status, body } = await act('approve')
    expect([status, body.code]).toEqual([404, 'svc_comment_not_found'])
    expect(first().counts.comment_action).toBeUndefined()
  })

  it('that is older than what sites show is moderated on trust, or 404', async () => {
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

  it('that the site only claims to have changed is no success', async () => {
    first().comments = [aComment(7)]
    first().misbehave('false-success', { on: 'comment_action' })
    for (const action of ['spam', 'delete']) {
      const { status, body } = await act(action)
      expect([status, body.code]).toEqual([502, 'svc_not_applied'])
      expect(body.message).toContain('comment 7 is still approved')
    }
  })

  it('is deleted only by who may delete', async () => {
    first().comments = [aComment(7)]
    expect((await act('delete', scene.people.keys.write.headers)).status).toBe(403)
    expect((await act('spam', scene.people.keys.read.headers)).status).toBe(403)
    expect((await act('spam', scene.people.viewer.headers)).status).toBe(403)
    expect((await act('spam', scene.people.keys.write.headers)).status).toBe(200)
  })

  it('has seven things that can be done to it', async () => {
    const { status, body } = await act('publish')
    expect([status, body.data.params.action]).toEqual([
      400,
      'must be one of: approve, unapprove, spam, unspam, trash, restore, delete',
    ])
  })
})
