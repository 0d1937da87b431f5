import { describe, expect, it } from 'vitest'
import { setUpService, signIn } from '../../testing/people.ts'

const scene = setUpService()
const hours = 3_600_000

const me = (headers: Record<string, string>) =>
  scene.service.request({ method: 'GET', url: '/api/v2/access/me', headers })

describe('a session', () => {
  it('must show its token with every change, and needs none for reading', async () => {
    const { service, people } = scene
    const { cookie, csrfToken } = await signIn(service, people.administrator)
    const other = await signIn(service, people.manager)
    expect((await me({ cookie })).body.data.csrf_token).toBe(csrfToken)
    const add = (headers: Record<string, string>) =>
      service.request({ method: 'POST', url: '/api/v2/access/users/add', headers, payload: { login: 'new-person' } })
    for (const token of [undefined, '', 'wrong', other.csrfToken, `${csrfToken}x`]) {
      const answer = await add({ cookie, ...(token !== undefined && { 'x-csrf-token': token }) })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('X-CSRF-Token')
    }
    expect((await add({ cookie, 'x-csrf-token': csrfToken })).status).toBe(200)
  })

  it('ends after eight hours without a sign of life', async () => {
    const { service, people } = scene
    const { cookie } = await signIn(service, people.viewer)
    for (let count = 0; count < 3; count++) {
      service.clock.advance(7 * hours)
      const now = service.clock.now()
      expect((await me({ cookie })).status).toBe(200)
      const lastSeen = () => service.db.selectFrom('sessions').select('last_seen_at').executeTakeFirst()
      await expect.poll(lastSeen).toEqual({ last_seen_at: now })
    }
    service.clock.advance(8 * hours)
    expect((await me({ cookie })).status).toBe(401)
  })

  it('ends after seven days, however busy', async () => {
    const { service, people } = scene
    const { cookie } = await signIn(service, people.viewer)
    const soon = new Date(service.clock.now().getTime() + 7 * 24 * hours - 1000)
    service.clock.advance(7 * 24 * hours - 1000)
    await service.db.updateTable('sessions').set({ last_seen_at: soon }).execute()
    expect((await me({ cookie })).status).toBe(200)
    service.clock.advance(1000)
    expect((await me({ cookie })).status).toBe(401)
  })
})
