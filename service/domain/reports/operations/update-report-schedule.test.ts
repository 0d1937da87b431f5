import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))
const edit = (client: number, payload: object, headers?: Record<string, string>) =>
  rest(`PUT /clients/${client}/report/schedule`, payload, headers)

it('activates the schedule for the next such day', async () => {
  // It is 15 November.
  expect((await edit(1, {})).body.data).toMatchObject({ active: true, day_of_month: 1, next_on: '2026-12-01' })
  expect((await edit(1, { day_of_month: 20 })).body.data).toMatchObject({ next_on: '2026-11-20' })
  expect((await edit(1, { day_of_month: 15 })).body.data).toMatchObject({ next_on: '2026-12-15' })
})

it('keeps fields that are not sent', async () => {
  await edit(1, { day_of_month: 5, recipients: ['a@example.com'] })
  expect((await edit(1, { active: false })).body.data).toMatchObject({
    active: false,
    next_on: null,
    day_of_month: 5,
    recipients: ['a@example.com'],
  })
  expect((await edit(1, { active: true })).body.data.next_on).toBe('2026-12-05')
})

it.each([
  [{ day_of_month: 29 }, 'day_of_month'],
  [{ day_of_month: 0 }, 'day_of_month'],
  [{ recipients: ['nobody'] }, 'recipients[0]'],
  [{ weekday: 1 }, 'weekday'],
])('%j is refused', async (payload, field) => {
  const { status, body } = await edit(1, payload)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
})

it('needs recipients for a client without an address, unless inactive', async () => {
  expect((await edit(3, {})).status).toBe(400)
  expect((await edit(3, { recipients: ['a@example.com'] })).status).toBe(200)
  expect((await edit(3, { active: false, recipients: [] })).status).toBe(200)
})

it('stores nothing in a dry run, and is refused for viewers and limited keys', async () => {
  const { body } = await edit(1, { dry_run: true })
  expect(body.data.would_affect).toMatchObject([{ client_id: 1, next_on: '2026-12-01' }])
  expect((await rest('GET /clients/1/report/schedule')).body.data.active).toBe(false)
  expect((await edit(1, {}, fixture.people.viewer.headers)).status).toBe(403)
  expect((await edit(1, {}, fixture.people.keys.limited.headers)).status).toBe(403)
})
