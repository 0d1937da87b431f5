import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const dates = 'start_date=2026-10-01&end_date=2026-10-31'
const save = async (input: object) =>
  (await rest('POST /views/save', input, fixture.people.administrator.basic)).body.data.id as number
const report = (id: number, headers?: Record<string, string>, more = '') =>
  rest(`GET /views/${id}/report?${dates}${more}`, undefined, headers ?? fixture.people.administrator.basic)

beforeEach(() => seedFleet(fixture.service.db))

it('covers the sites of the view that the caller may see, under the name of the view', async () => {
  const id = await save({ name: 'Of Harbour', filters: { client_id: 1 }, shared: true })
  const { body } = await report(id)
  expect(body.data).toMatchObject({ subject: 'Of Harbour', totals: { sites: 2 }, sites: [{ id: 1 }, { id: 2 }] })
  expect((await report(id, fixture.people.viewer.basic, '&format=html')).text).toContain('Of Harbour')
})

it('names the only site of a view', async () => {
  const { body } = await rest('GET /sites/1', undefined, fixture.people.administrator.basic)
  const id = await save({ name: 'Only one', filters: { search: new URL(body.data.url).host } })
  const { text } = await report(id, undefined, '&format=html')
  for (const name of ['Only one', body.data.name]) expect(text).toContain(name)
})

it('returns 404 for the private view of another user, and 409 for a view without a site', async () => {
  const own = await save({ name: 'Mine', filters: { client_id: 1 } })
  expect((await report(own, fixture.people.viewer.basic)).body.code).toBe('svc_view_not_found')
  const empty = await save({ name: 'Empty', filters: { search: 'no such site' } })
  expect((await report(empty)).body.code).toBe('svc_nothing_to_report')
})

it('returns 404 to a limited key, also for a view of its owner: the name may name other clients', async () => {
  const id = await save({ name: 'All but Harbour', filters: {}, shared: true })
  const { body } = await report(id, fixture.people.keys.limited.headers)
  expect(body.code).toBe('svc_view_not_found')
  expect(JSON.stringify(body)).not.toContain('Harbour')
})
