import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await fixture.service.db.pool.query(
    `insert into costs (name, price, renewal_type, last_renewal, created_at, updated_at)
     select 'Cost ' || n, n, 'monthly', '2026-11-01', now(), now() from generate_series(1, 2000) n`,
  )
  await fixture.service.db.pool.query(
    `insert into cost_targets (cost_id, site_id, tag_id, client_id)
     select n, case n % 3 when 0 then 1 end, case n % 3 when 1 then 1 end, case n % 3 when 2 then 1 end
     from generate_series(1, 2000) n`,
  )
  await fixture.service.db.pool.query(
    `insert into costs (name, price, created_at, updated_at) values ('Single', 1, now(), now())`,
  )
  await fixture.service.db.pool.query('insert into cost_targets (cost_id, site_id) values (2001, 4)')
  // Otherwise plans may be those of the empty tables of the test before.
  await fixture.service.db.pool.query('analyze costs, cost_targets, sites, clients')
})

/** The number of data queries of one call. */
async function countQueries(call: () => Promise<{ status: number }>): Promise<number> {
  const texts = await queriesOf(async () => expect((await call()).status).toBe(200))
  return texts.filter((text) => /\b(costs|cost_targets|sites|clients|tags)\b/.test(text)).length
}

it('reads a page with one query and its total with another', async () => {
  for (const query of ['?per_page=1', '?per_page=100', '']) {
    expect(await countQueries(() => rest(`GET /costs${query}`)), query).toBe(2)
  }
  const { limited } = fixture.people.keys
  expect(await countQueries(() => rest('GET /costs?per_page=100', undefined, limited.headers))).toBe(2)
})

it('sends as many queries for many costs as for few', async () => {
  const few = await countQueries(() => ability('get-site-costs', { site_id_or_domain: 4 }))
  expect(await countQueries(() => ability('get-site-costs', { site_id_or_domain: 1 }))).toBe(few)
  const fewer = await countQueries(() => ability('get-client-costs', { client_id_or_email: 3 }))
  expect(await countQueries(() => ability('get-client-costs', { client_id_or_email: 1 }))).toBe(fewer)
  expect(await countQueries(() => rest('GET /costs/renewals'))).toBe(1)
  // 2,001 costs in pages of 500, and an empty last page.
  expect(await countQueries(() => rest('GET /costs/export'))).toBe(6)
})

it('imports many rows with as many queries as few', async () => {
  const table = (count: number) =>
    `id,name,price,sites\n${Array.from({ length: count }, (_, index) => `${index + 1},A,2,1\n,B,3,site-2.example\n`).join('')}`
  const few = await countQueries(() => rest('POST /costs/import', { csv: table(2) }))
  expect(await countQueries(() => rest('POST /costs/import', { csv: table(400) }))).toBe(few)
})

it('returns exact totals of many costs', async () => {
  // The whole of a third of the costs, half of the others.
  const { body } = await ability('get-site-costs', { site_id_or_domain: 1 })
  expect(body).toMatchObject({ total: 2_000, total_monthly: 1_333_666.5, total_yearly: 16_003_998 })
})
