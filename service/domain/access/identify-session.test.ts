import { describe, expect, it } from 'vitest'
import { peopledHouse, signIn } from '../../testing/people.ts'

const scene = peopledHouse()
const hours = 3_600_000

const me = (headers: Record<string, string>) =>
  scene.house.request({ method: 'GET', url: '/api/v2/access/me', headers })

describe('a session', () => {
  it('must show its token with every change, and needs none for reading', async () => {
    const { house, people } = scene
    const { cookie, csrfToken } = await signIn(house, people.administrator)
    const other = await signIn(house, people.manager)
    expect((await me({ cookie })).body.data.csrf_token).toBe(csrfToken)
    const add = (headers: Record<string, string>) =>
      house.request({ method: 'POST', url: '/api/v2/access/users/add', headers, payload: { login: 'new-person' } })
    for (const token of [undefined, '', 'wrong', other.csrfToken, `${csrfToken}x`]) {
      const answer = await add({ cookie, ...(token !== undefined && { 'x-csrf-token': token }) })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('X-CSRF-Token')
    }
    expect((await add({ cookie, 'x-csrf-token': csrfToken })).status).toBe(200)
  })

  it('ends after eight hours without a sign of life', async () => {
    const { house, people } = scene
    const { cookie } = await signIn(house, people.viewer)
    for (let count = 0; count < 3; count++) {
      house.clock.advance(7 * hours)
      const now = house.clock.now()
      expect((await me({ cookie })).status).toBe(200)
      const lastSeen = () => house.db.selectFrom('sessions').select('last_seen_at').executeTakeFirst()
      await expect.poll(lastSeen).toEqual({ last_seen_at: now })
    }
    house.clock.advance(8 * hours)
    expect((await me({ cookie })).status).toBe(401)
  })

  it('ends after seven days, however busy', async () => {
    const { house, people } = scene
    const { cookie } = await signIn(house, people.viewer)
    const soon = new Date(house.clock.now().getTime() + 7 * 24 * hours - 1000)
    house.clock.advance(7 * 24 * hours - 1000)
    await house.db.updateTable('sessions').set({ last_seen_at: soon }).execute()
    expect((await me({ cookie })).status).toBe(200)
    house.clock.advance(1000)
    expect((await me({ cookie })).status).toBe(401)
  })
})
