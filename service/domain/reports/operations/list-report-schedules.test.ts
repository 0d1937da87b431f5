import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest('PUT /clients/1/report/schedule', { day_of_month: 20 })
  await rest('PUT /clients/2/report/schedule', { day_of_month: 18 })
  await rest('PUT /clients/3/report/schedule', { active: false })
})
const clientsOf = (rows: { client_name: string }[]) => rows.map(({ client_name }) => client_name)

it('lists the next one first and inactive ones last', async () => {
  const { body } = await rest('GET /report-schedules')
  expect(body).toMatchObject({ total: 3, page: 1, pages: 1 })
  expect(clientsOf(body.data)).toEqual(['Shipyard', 'Harbour', 'Pier'])
  expect(body.data[0]).toMatchObject({ client_id: 2, active: true, next_on: '2026-11-18' })
})

it('returns pages', async () => {
  const { body } = await rest('GET /report-schedules?page=2&per_page=2')
  expect([clientsOf(body.data), body.total, body.pages]).toEqual([['Pier'], 3, 2])
})

it('returns to a limited key the schedules of its clients', async () => {
  const { body } = await rest('GET /report-schedules', undefined, fixture.people.keys.limited.headers)
  expect([clientsOf(body.data), body.total]).toEqual([['Harbour'], 1])
})
