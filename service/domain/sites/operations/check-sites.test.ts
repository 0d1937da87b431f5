import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })

async function seed() {
  const children = [fixture.nextChild(), fixture.nextChild(), fixture.nextChild()]
  children[1]!.setFault('refuse', { on: '*' })
  children[2]!.frontPage = { status: 500 }
  await seedSites(fixture.service.db, 3, (number) => ({ url: children[number - 1]!.url }))
  return children
}

it('checks all sites and returns a summary', async () => {
  const children = await seed()
  const { status, body } = await fixture.ability('check-sites')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    summary: { total_checked: 3, reachable: 2, unreachable: 1 },
    errors: [],
  })
  const seen = new Map(body.results.map((result: { site_id: number }) => [result.site_id, result]))
  expect(seen.get(1)).toMatchObject({ site_url: children[0]!.url, reachable: true })
  expect(seen.get(2)).toMatchObject({ reachable: false, response_time_ms: 0 })
  expect(seen.get(3)).toMatchObject({ reachable: true })
  expect(body.http_statuses).toEqual({ 1: 200, 2: 0, 3: 500 })
})

it('has the HTTP status in the check of a single site only', async () => {
  await seed()
  const { body } = await fixture.ability('check-sites', { site_ids_or_domains: [1] })
  expect(Object.keys(body.results[0]).sort()).toEqual([
    ...['reachable', 'response_time_ms', 'site_id', 'site_name', 'site_url'],
  ])
  expect((await fixture.ability('check-site', { site_id_or_domain: 1 })).body.http_status).toBe(200)
})

it('checks named sites and reports unknown ones', async () => {
  await seed()
  const { body } = await fixture.ability('check-sites', { site_ids_or_domains: [1, 99] })
  expect(body).toMatchObject({ summary: { total_checked: 1 }, errors: [{ identifier: 99 }] })
})

it('also returns the fields of the established product', async () => {
  await seed()
  const { body } = await fixture.aliased('check-sites', { site_ids_or_domains: [1, 2] })
  expect(body).toMatchObject({
    checked: expect.arrayContaining([
      expect.objectContaining({ id: 1, status: { online: true, http_code: 200 } }),
      expect.objectContaining({ id: 2, status: { online: false, http_code: 0 } }),
    ]),
    total_checked: 2,
    total_errors: 0,
  })
})
