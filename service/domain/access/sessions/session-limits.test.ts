import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const hour = 3_600_000
const set = (values: object) => fixture.service.app.run('update-sign-in-settings', values)
const status = async ({ cookie }: { cookie: string }) =>
  (await fixture.service.request({ url: '/api/v2/access/me', headers: { cookie } })).status

it('session_idle_hours ends sessions without calls', async () => {
  await set({ session_idle_hours: 2 })
  const session = await signInAs(fixture.service, fixture.people.viewer)
  fixture.service.clock.advance(2 * hour - 1)
  expect(await status(session)).toBe(200)
  fixture.service.clock.advance(2 * hour + 60_000)
  expect(await status(session)).toBe(401)
})

it('session_max_days ends sessions with calls, too', async () => {
  await set({ session_idle_hours: 720, session_max_days: 2 })
  const session = await signInAs(fixture.service, fixture.people.viewer)
  fixture.service.clock.advance(47 * hour)
  expect(await status(session)).toBe(200)
  fixture.service.clock.advance(hour)
  expect(await status(session)).toBe(401)
})
