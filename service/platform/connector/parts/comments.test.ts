import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

let world: TestFleet
beforeAll(async () => {
  world = await openFleet()
})
afterAll(() => world.close())
beforeEach(() => void world.next())

describe('comments', () => {
  const first = async () => {
    const { child, site } = world.here()
    const post = child.posts[0]!
    child.comments = [1, 2, 3].map((id) => ({
      id,
      postId: post.id,
      author: 'Vera',
      email: `vera${id}@example.com`,
      url: '',
      ip: '203.0.113.7',
      content: 'Nice',
      written: 1_790_000_000,
      status: 'unapproved',
    }))
    const [comment] = await world.connector.listComments(site, { statuses: ['approved', 'pending'], limit: 5 })
    return { site, comment: comment! }
  }
  const statusOf = (id: number) => world.here().child.comments.find((comment) => comment.id === id)?.status

  it('are listed with readable addresses', async () => {
    const { comment } = await first()
    expect(comment.authorEmail).toMatch(/^[^@&;]+@[^@&;]+$/)
    expect(comment.writtenAt).toBeInstanceOf(Date)
  })

  it('are moderated one by one and together', async () => {
    const { site, comment } = await first()
    for (const [action, status] of [
      ['spam', 'spam'],
      ['unspam', 'unapproved'],
      ['approve', 'approved'],
      ['unapprove', 'unapproved'],
      ['trash', 'trash'],
    ] as const) {
      await world.connector.moderateComment(site, comment, action)
      expect(statusOf(comment.id)).toBe(status)
    }
    await world.connector.moderateComment(site, comment, 'delete')
    expect(statusOf(comment.id)).toBeUndefined()
    const others = await world.connector.listComments(site, { statuses: ['approved', 'pending'], limit: 2 })
    const ids = others.map(({ id }) => id)
    expect(await world.connector.moderateComments(site, ids, 'spam')).toEqual({ tried: ids.length })
    expect(ids.map(statusOf)).toEqual(ids.map(() => 'spam'))
  })

  it('that do not exist are an error, although the site fails without an answer', async () => {
    const { site } = world.here()
    await expect(world.connector.moderateComment(site, { id: 999_999 }, 'approve')).rejects.toMatchObject({
      code: 'svc_not_found_on_site',
    })
  })

  it('are verified by reading back when the answer is lost', async () => {
    const { site, comment } = await first()
    world.here().child.setFault('cut-after', { on: 'comment_action', times: 1 })
    await world.connector.moderateComment(site, { id: comment.id, postId: comment.postId! }, 'spam')
    expect(statusOf(comment.id)).toBe('spam')
  })
})
