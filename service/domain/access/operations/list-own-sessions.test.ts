import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const list = async (cookie: string) =>
  (await fixture.service.request({ method: 'GET', url: '/api/v2/access/sessions', headers: { cookie } })).body

it('lists own active sessions, marks the current one, and contains no token', async () => {
  const { service, people } = fixture
  await signInAs(service, people.viewer)
  service.clock.advance(9 * 3_600_000)
  const first = await signInAs(service, people.viewer)
  const second = await signInAs(service, people.viewer)
  await signInAs(service, people.manager)
  const body = await list(second.cookie)
  expect(body.total).toBe(2)
  expect(body.data.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true])
  expect(body.data[0]).toMatchObject({
    address: '127.0.0.1',
    created_at: '2026-11-15T18:00:00Z',
    expires_at: '2026-11-22T18:00:00Z',
  })
  for (const { cookie } of [first, second]) expect(JSON.stringify(body)).not.toContain(cookie.split('=')[1])
})

it('needs credentials, although signing in at the same address does not', async () => {
  expect((await fixture.service.request({ method: 'GET', url: '/api/v2/access/sessions' })).status).toBe(401)
})
