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

it('a lower session_max_days ends open sessions that are older', async () => {
  await set({ session_idle_hours: 720, session_max_days: 30 })
  const session = await signInAs(fixture.service, fixture.people.viewer)
  fixture.service.clock.advance(50 * hour)
  expect(await status(session)).toBe(200)
  await set({ session_max_days: 3 })
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  const list = async () =>
    (await fixture.service.request({ url: '/api/v2/access/sessions', headers })).body.data as { expires_at: string }[]
  const end = new Date(fixture.service.clock.now().getTime() + 22 * hour)
  expect(new Date((await list())[0]!.expires_at)).toEqual(end)
  fixture.service.clock.advance(22 * hour)
  expect(await status(session)).toBe(401)
  expect(await list()).toHaveLength(1)
})

it('a custom role with the permission for settings cannot weaken the sign-in', async () => {
  const { service, people } = fixture
  const send = (method: 'POST' | 'PUT', url: string, payload: object, headers: Record<string, string>) =>
    service.request({ method, url: `/api/v2${url}`, headers, payload })
  const role = { name: 'Settings', permissions: ['settings.manage'] }
  const { id } = (await send('POST', '/access/roles/add', role, people.administrator.headers)).body.data
  await send('POST', `/access/users/${people.viewer.id}/edit`, { role_id: id }, people.administrator.headers)
  const edit = async (group: string, payload: object) =>
    (await send('PUT', `/settings/${group}/edit`, payload, people.viewer.headers)).status
  expect(await edit('general', { date_format: 'Y' })).toBe(200)
  expect(await edit('sign-in', { second_factor_for: 'none' })).toBe(403)
})
