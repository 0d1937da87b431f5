import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { seedSites } from '../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

async function seedClients(clients: number): Promise<void> {
  await fixture.service.db.pool.query(
    `insert into clients (name, email, created_at, updated_at)
     select 'Client ' || n, 'c' || n || '@example.com', now(), now() from generate_series(1, $1::int) n`,
    [clients],
  )
  await seedSites(fixture.service.db, 1_000, (number) => ({ client_id: (number % clients) + 1 }))
  await fixture.service.db.pool.query('analyze clients, sites')
}

/** Without the queries of authentication. */
const ownQueries = async (call: () => Promise<unknown>) =>
  (await queriesOf(call)).filter((text) => /\b(clients|sites|data_versions)\b/.test(text))

it('reads a page of 10,000 clients and its total with one query, and uses an index for pages and searches', async () => {
  const clients = 10_000
  await seedClients(clients)
  const headers = fixture.people.administrator.headers
  const first = await ability('list-clients', { per_page: 100 }, headers)
  expect(first.body.total).toBe(clients)
  expect(first.body.items[3]).toMatchObject({ name: 'Client 1000', sites_count: 1 })
  for (const per_page of [1, 100]) {
    const queries = await ownQueries(() => ability('list-clients', { per_page, page: 3 }, headers))
    expect(queries).toEqual([expect.stringContaining('from clients')])
  }
  expect(await ownQueries(() => rest('GET /clients'))).toHaveLength(1)
  const plan = async (text: string) => {
    const { rows } = await fixture.service.db.pool.query(`explain ${text}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const page = 'order by lower(name) asc, id asc limit 20'
  expect(await plan(`select * from clients ${page}`)).toContain('clients_by_name')
  expect(await plan(`select * from clients where status = 'suspended' ${page}`)).toContain('clients_by_status')
  expect(await plan('select * from clients order by created_at desc, id desc limit 20')).toContain(
    'clients_by_creation',
  )
  const search = `(lower(name) || ' ' || lower(coalesce(email, ''))) like lower('%c7777@example%')`
  expect(await plan(`select * from clients where ${search} ${page}`)).toContain('clients_search')
  expect(await plan(`select count(*) from clients where ${search}`)).toContain('clients_search')
})

it('sends as many queries for a client with 500 sites as for one with a single site', async () => {
  await seedClients(1_000)
  const sites = Array.from({ length: 500 }, (_, index) => index + 1)
  await ability('update-client', { client_id_or_email: 1, selected_sites: sites })
  await ability('update-client', { client_id_or_email: 2, selected_sites: [501] })
  const calls: [string, object?][] = [
    ['get-client'],
    ['get-client-sites', { per_page: 100 }],
    ['count-client-sites'],
    ['suspend-client'],
    ['unsuspend-client'],
    ['update-client', { selected_sites: [] }],
    ['delete-client', { confirm: true }],
  ]
  for (const [name, more] of calls) {
    const many = await ownQueries(() => ability(name, { client_id_or_email: 1, ...more }))
    const few = await ownQueries(() => ability(name, { client_id_or_email: 2, ...more }))
    expect(many, name).toEqual(few)
  }
})
