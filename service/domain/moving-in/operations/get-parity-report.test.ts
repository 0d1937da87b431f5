import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { acceptUpload, dashboardRecord, sessionOfAdministrator, uploadRecords } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture

it('get-parity-report returns the stored report by kind and result, in pages, until the next one is made', async () => {
  expect((await rest('GET /move-in/parity')).body.code).toBe('svc_parity_report_not_found')
  const headers = await sessionOfAdministrator(fixture)
  const tags = [1, 3, 4].map((id) => ({ table: 'group', row: { id: String(id), name: `Tag ${id}` } }))
  const broken = { table: 'cost_tracker', row: { id: '1', name: 'Broken', price: 'x' } }
  await acceptUpload(fixture, headers, await uploadRecords(fixture, headers, [...tags, broken]))
  await rest('PUT /tags/1/edit', { name: 'One' })
  await rest('PUT /tags/3/edit', { name: 'Three' })
  await rest('POST /move-in/parity', {}, headers)
  const get = async (query: string) => (await rest(`GET /move-in/parity${query}`)).body.data
  const report = await get('?kind=tag')
  expect(report).toMatchObject({ source: dashboardRecord.row.admin_url, same: 1, different: 3, unknown: 0, total: 2 })
  expect(report.differences.map(({ here }: { here: string }) => here)).toEqual(['One', 'Three'])
  expect((await get('?kind=tag&per_page=1&page=2')).differences).toMatchObject([{ old_id: 3, id: 3 }])
  expect((await get('?result=unknown')).differences).toEqual([])
  await rest('PUT /tags/1/edit', { name: 'Tag 1' })
  expect((await get('')).different).toBe(3)
  await rest('POST /move-in/parity', {}, headers)
  expect((await get('')).different).toBe(2)
  expect((await rest('GET /move-in/parity?source=other')).status).toBe(404)
})
