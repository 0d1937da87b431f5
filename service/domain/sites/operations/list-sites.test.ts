import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'
import { SiteBrief } from '../site.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const list = (input: object = {}, headers?: Record<string, string>) => ability('list-sites', input, headers)
const ids = async (input: object, headers?: Record<string, string>) => {
  const { items, total } = (await list({ per_page: 100, ...input }, headers)).body
  expect(total).toBe(items.length)
  return items.map(({ id }: { id: number }) => id)
}

describe('filters', () => {
  const seed = async () => {
    const { db } = fixture.service
    await db.pool.query(`insert into clients (name, created_at, updated_at) values ('A', now(), now())`)
    await db.pool.query(
      `insert into tags (name, created_at, updated_at) values ('one', now(), now()), ('two', now(), now())`,
    )
    await seedSites(db, 6, (number) => ({
      name: ['Harbour', 'harbour 2', '100% Boats', 'Quay_side', 'Pier', 'Mole'][number - 1]!,
      ...(number === 1 && { connection: 'disconnected' as const }),
      ...(number === 2 && { suspended_by: 'client' as const, client_id: 1 }),
    }))
    await seedPendingUpdates(db, 3, { plugins: 2 })
    await seedSiteTags(db, 2, [3, 4])
  }

  const cases: [filter: object, expected: number[]][] = [
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ status: 'any' }, [1, 2, 3, 4, 5, 6]],
    [{ status: 'connected' }, [3, 4, 5, 6]],
    [{ status: 'disconnected' }, [1]],
    [{ status: 'suspended' }, [2]],
    [{ status: 'available_update' }, [3]],
    [{ client_id: 1 }, [2]],
    [{ client_id: 99 }, []],
    [{ tag_id: 2 }, [3, 4]],
    [{ tag_id: 1 }, []],
    [{ search: 'HARBOUR' }, [1, 2]],
    [{ search: 'site-3.example' }, [3]],
    [{ search: '%' }, [3]],
    [{ search: '_' }, [4]],
    [{ search: "'; drop table sites" }, []],
    [{ include: [5, 1] }, [1, 5]],
    [{ exclude: [1, 2, 3] }, [4, 5, 6]],
    [{ status: 'connected', tag_id: 2, search: 'quay', include: [4], exclude: [3] }, [4]],
  ]

  it('answer rows of the schema without details, also within the limits of a key', async () => {
    await seed()
    for (const headers of [undefined, fixture.people.keys.limited.headers]) {
      const { items } = (await list({}, headers)).body
      expect(items.length).toBeGreaterThan(2)
      expect(items.map((item: unknown) => SiteBrief.strict().parse(item))).toEqual(items)
    }
  })

  it('apply to the list and its total, within the limits of a key', async () => {
    await seed()
    const { headers } = fixture.people.keys.limited
    const seen = [1, 3, 4]
    const listed = []
    for (const [filter] of cases) listed.push([filter, await ids(filter), await ids(filter, headers)])
    expect(listed).toEqual(
      cases.map(([filter, expected]) => [filter, expected, expected.filter((id) => seen.includes(id))]),
    )
  })

  it('find the same sites with and without details, in every combination, order and repetition', async () => {
    await seed()
    const choices: Record<string, unknown[]> = {
      status: ['any', 'connected', 'disconnected', 'available_update'],
      client_id: [undefined, 1, 99],
      tag_id: [undefined, 1, 2],
      search: [undefined, 'harbour', 'quay'],
      include: [undefined, [1, 2, 4], [3]],
      exclude: [undefined, [1], [4]],
      orderby: ['url', 'name', 'id'],
      order: ['asc', 'desc'],
    }
    // Every choice changes at its own pace.
    const filters = Array.from({ length: 150 }, (_, step) =>
      Object.fromEntries(
        Object.entries(choices).map(([name, values], index) => [
          name,
          values[Math.floor(step / (index + 1)) % values.length],
        ]),
      ),
    )
    for (const filter of filters) {
      const [brief, detailed] = await Promise.all([ids(filter), ids({ ...filter, include_details: true })])
      expect({ filter, brief }).toEqual({ filter, brief: detailed })
      expect((await list({ ...filter, page: 2, per_page: 1 })).body.items.map(({ id }: { id: number }) => id)).toEqual(
        detailed.slice(1, 2),
      )
    }
  })
})

it('returns the fields of the contract, sorted by address', async () => {
  await seedSites(fixture.service.db, 3, (number) => ({ url: `https://${['c', 'a', 'b'][number - 1]}.example/` }))
  const { body } = await list({ per_page: 2 })
  expect(body).toEqual({
    items: [
      { id: 2, url: 'https://a.example/', name: 'Site 2', status: 'connected', client_id: null },
      { id: 3, url: 'https://b.example/', name: 'Site 3', status: 'connected', client_id: null },
    ],
    page: 1,
    per_page: 2,
    total: 3,
  })
  expect((await list({ per_page: 2, page: 2 })).body.items).toHaveLength(1)
  expect((await list({ per_page: 2, page: 3 })).body).toMatchObject({ items: [], total: 3 })
})

it.each([
  ['name', 'asc', [2, 1, 3]],
  ['name', 'desc', [3, 1, 2]],
  ['id', 'desc', [3, 2, 1]],
  ['url', 'desc', [3, 2, 1]],
])('sorts by %s %s', async (orderby, order, expected) => {
  await seedSites(fixture.service.db, 3, (number) => ({ name: ['b', 'A', 'c'][number - 1]! }))
  expect(await ids({ orderby, order })).toEqual(expected)
})

it.each([
  { per_page: 0 },
  { per_page: 101 },
  { page: 0 },
  { status: 'asleep' },
  { orderby: 'notes' },
  { colour: 'red' },
])('refuses %j', async (input) => expect((await list(input)).status).toBe(400))

it('returns correct totals while sites are added, changed and deleted', async () => {
  const total = async (input: object = {}) => (await list(input)).body.total
  await seedSites(fixture.service.db, 3)
  expect([await total(), await total({ status: 'suspended' })]).toEqual([3, 0])
  await ability('suspend-site', { site_id_or_domain: 1 })
  expect([await total(), await total({ status: 'suspended' })]).toEqual([3, 1])
  await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
  expect([await total(), await total({ status: 'suspended' })]).toEqual([2, 0])
})

it('uses no statement name longer than the database compares', async () => {
  const everything = { status: 'connected', search: 'x', client_id: 1, tag_id: 1, include: [1], exclude: [2] }
  await list(
    { ...everything, orderby: 'last_sync', order: 'desc', include_details: true },
    fixture.people.keys.limited.headers,
  )
  const { rows } = await fixture.service.db.pool.query(
    `select name from pg_prepared_statements where length(name) >= 63`,
  )
  expect(rows).toEqual([])
})

it('returns details with stats and tags over REST, all rows unless a page is requested', async () => {
  await seedSites(fixture.service.db, 25)
  const all = (await rest('GET /sites')).body
  expect(all).toMatchObject({ success: 1, total: 25, page: 1 })
  expect(all.data).toHaveLength(25)
  expect(all.data[0]).toMatchObject({ tags: [], stats: { plugin_updates: 0 }, connection: { ok: true } })
  const page = await rest('GET /sites?per_page=10&page=3&_fields=name')
  expect(page.body).toMatchObject({ total: 25, page: 3, per_page: 10, pages: 3 })
  expect(page.body.data).toHaveLength(5)
  expect(Object.keys(page.body.data[0])).toEqual(['id', 'name'])
  expect(page.headers['x-wp-total']).toBe('25')
})

describe('names and addresses as people write them', () => {
  const named = async (input: object) =>
    (await list({ per_page: 100, ...input })).body.items.map(({ name }: { name: string }) => name)

  it('sorts numbers in names by their value, in lists, the table and searches', async () => {
    const names = ['Site 10', 'site 9', 'Site 2', 'Site 2b', 'Site', 'Site 1000000000']
    await seedSites(fixture.service.db, 6, (number) => ({ name: names[number - 1]! }))
    const sorted = ['Site', 'Site 2', 'Site 2b', 'site 9', 'Site 10', 'Site 1000000000']
    const read = async (path: string) => (await rest(`GET ${path}`)).body.data.map(({ name }: { name: string }) => name)
    expect(await read('/sites?orderby=name&order=asc')).toEqual(sorted)
    expect(await read('/sites?orderby=name&order=asc&search=site')).toEqual(sorted)
    expect(await read('/sites/table?orderby=name&order=asc')).toEqual(sorted)
    expect(await read('/sites/table?orderby=name&order=desc')).toEqual([...sorted].reverse())
  })

  it('reads pages in the order of names from an index', async () => {
    await seedSites(fixture.service.db, 2_000)
    await fixture.service.db.pool.query('analyze sites')
    const { rows } = await fixture.service.db.pool.query(
      'explain select * from sites order by natural_key(name) asc, id asc limit 20',
    )
    expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('sites_by_natural_name')
  })

  it.each(['münchen', 'MÜNCHEN.example', 'xn--mnchen', 'mu\u0308nchen', 'nchen-3ya', '日本'])(
    'finds %s',
    async (search) => {
      const hosts = ['xn--mnchen-3ya.example', 'plain.example', 'xn--wgv71a.example']
      await seedSites(fixture.service.db, 3, (number) => ({
        url: `https://${hosts[number - 1]}/`,
        name: `Site ${number}`,
      }))
      expect(await named({ search })).toEqual([search === '日本' ? 'Site 3' : 'Site 1'])
    },
  )
})
