import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const appShell = async (headers?: Record<string, string>) => {
  const { status, body } = await rest('GET /overview/desk', undefined, headers)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const work = async (title: string, headers?: Record<string, string>) => {
  const { id } = (await rest('POST /time-tracker/tasks/add', { title }, headers)).body.data
  await rest(`POST /time-tracker/tasks/${id}/start`, {}, headers)
  return id
}
const job = (status: string, userId: number) =>
  fixture.service.db.pool.query(`insert into jobs (kind, operation, actor, total, status, user_id, created_at)
    values ('sync', 'sync-site', '{"name": "another"}', 4, '${status}', ${userId}, now())`)

it('returns the account like get-own-account and the modules like list-modules', async () => {
  const { service, people } = fixture
  const session = await signInAs(service, people.manager)
  const { account, modules } = await appShell({ cookie: session.cookie })
  expect(account).toEqual((await rest('GET /access/me', undefined, { cookie: session.cookie })).body.data)
  expect(account).toMatchObject({ role: 'manager', csrf_token: session.csrfToken })
  expect(modules).toEqual((await rest('GET /modules')).body.data)
})

it.each([
  ['UTC+5.5', '+05:30'],
  ['Europe/Berlin', 'Europe/Berlin'],
])('returns the time zone of days: %s is %s', async (timezone_string, expected) => {
  await rest('PUT /settings/general/edit', { timezone_string })
  expect((await appShell()).time_zone).toBe(expected)
})

it('returns the age from which figures are stale: two periods of what reads them', async () => {
  const days = { health: 86_520, users: 172_920 }
  expect((await appShell()).stale_after).toEqual({ sync: 86_520, security: 86_520, ...days })
  await rest('PUT /settings/general/edit', { frequency_daily_update: 12 })
  expect((await appShell()).stale_after).toEqual({ sync: 14_520, security: 43_320, ...days })
})

it('counts open jobs and returns the newest: all for administrators, else own jobs', async () => {
  expect((await appShell()).jobs).toEqual({ total: 0, newest: null })
  const { administrator, manager } = fixture.people
  await job('completed', administrator.id)
  await job('processing', manager.id)
  await job('pending', administrator.id)
  expect((await appShell()).jobs).toMatchObject({ total: 2, newest: { job_id: '3', status: 'pending' } })
  const { cookie } = await signInAs(fixture.service, manager)
  expect((await appShell({ cookie })).jobs).toMatchObject({ total: 1, newest: { job_id: '2', progress: 0 } })
})

it('returns the own timer with its duration, and no other', async () => {
  const { manager } = fixture.people
  await work('Paint the hull')
  const id = await work('Mend the sails', manager.headers)
  fixture.service.clock.advance(65_000)
  expect((await appShell(manager.headers)).timer).toEqual({
    id,
    title: 'Mend the sails',
    client_name: null,
    duration: 65,
  })
  await rest(`POST /time-tracker/tasks/${id}/pause`, {}, manager.headers)
  expect((await appShell(manager.headers)).timer).toBeNull()
  expect((await appShell()).timer).toMatchObject({ title: 'Paint the hull' })
})

it('returns no timer while the time tracker is off', async () => {
  await work('Paint the hull')
  await rest('PUT /modules/time-tracker', { active: false })
  const { timer, modules } = await appShell()
  expect(timer).toBeNull()
  expect(modules).toContainEqual(expect.objectContaining({ name: 'time-tracker', active: false }))
})

it('returns no timer to a limited key', async () => {
  await work('Paint the hull')
  expect((await appShell(fixture.people.keys.limited.headers)).timer).toBeNull()
})

it('returns no jobs and no timer with a one-time password', async () => {
  const { viewer } = fixture.people
  await job('processing', viewer.id)
  await fixture.service.db
    .updateTable('users')
    .set({ must_change_password: true })
    .where('id', '=', viewer.id)
    .execute()
  const seen = await appShell(viewer.basic)
  expect(seen).toMatchObject({ account: { must_change_password: true }, jobs: { total: 0, newest: null }, timer: null })
})

it('needs few queries', async () => {
  await work('Paint the hull')
  await appShell()
  expect((await queriesOf(() => appShell())).length).toBeLessThanOrEqual(8)
})
