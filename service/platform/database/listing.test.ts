import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queriesOf } from '../../testing/record-queries.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { Conditions, containing } from './conditions.ts'
import { fetchPage, fetchTotal, type Listing } from './listing.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.reset()
  await service.db.pool.query(
    `insert into tags (name, color, created_at, updated_at)
     select 'tag ' || n, case when n % 2 = 0 then '#ffffff' end, now(), now() from generate_series(1, 7) n`,
  )
})
afterAll(() => service.close())

const plain: Listing = {
  name: 'listing-test',
  columns: 'id, name, color',
  from: 'tags',
  orderBy: 'id',
  perRow: '(select count(*) from site_tags where site_tags.tag_id = page.id) as sites_count',
  versions: ['sites'],
}
const white = () => new Conditions().add('c', (at) => `color = $${at}`, '#ffffff')

const listing = plain
const kinds = [
  plain,
  { ...plain, name: 'listing-json-test', json: true },
  { ...plain, name: 'listing-few-test', filterFirst: true },
  { ...plain, name: 'listing-few-json-test', filterFirst: true, json: true },
  { ...plain, name: 'listing-found-test', foundIn: { from: 'tags', id: 'id', orderBy: 'id' } },
  { ...plain, name: 'listing-found-few-test', filterFirst: true, foundIn: { from: 'tags', id: 'id', orderBy: 'id' } },
]
describe.each(kinds)('a page ($name)', (listing) => {
  it('has the total of all pages', async () => {
    const { rows, total } = await fetchPage(service.db, listing, white(), { page: 2, perPage: 2 })
    expect(rows).toEqual([{ id: 6, name: 'tag 6', color: '#ffffff', sites_count: 0 }])
    expect(total).toBe(3)
  })

  it('beyond the end is empty and has the total', async () => {
    expect(await fetchPage(service.db, listing, white(), { page: 9, perPage: 2 })).toEqual({ rows: [], total: 3 })
  })

  it('takes one query while the data does not change', async () => {
    await fetchPage(service.db, listing, white(), { page: 1, perPage: 2 })
    const queries = await queriesOf(() => fetchPage(service.db, listing, white(), { page: 2, perPage: 2 }))
    expect(queries).toHaveLength(1)
  })
})

describe('a search', () => {
  const search = { ...plain, name: 'listing-search-test', filterFirst: true }
  const firstPage = () => fetchPage(service.db, search, white(), { page: 1, perPage: 2 })
  const microBatched = expect.stringContaining('offset 0')

  it('collects few hits and scans the order for many', async () => {
    expect((await queriesOf(firstPage)).at(-1)).toEqual(microBatched)
    await service.db.pool.query(
      `insert into tags (name, color, created_at, updated_at)
       select 'many ' || n, '#ffffff', now(), now() from generate_series(1, 5000) n`,
    )
    await service.db.pool.query(`update data_versions set version = version + 1 where subject = 'sites'`)
    expect(await firstPage()).toMatchObject({ rows: [{ id: 2 }, { id: 4 }], total: 5003 })
    expect(await queriesOf(firstPage)).toEqual([expect.not.stringContaining('offset 0')])
  })
})

it('refuses two lists of one name', async () => {
  await fetchPage(service.db, listing, white(), { page: 1, perPage: 2 })
  const other = { ...listing, columns: 'id' }
  await expect(fetchPage(service.db, other, white(), { page: 1, perPage: 2 })).rejects.toThrow('listing-test')
})

describe('a total', () => {
  it('is counted again only when its version changes', async () => {
    expect(await fetchTotal(service.db, listing, white())).toBe(3)
    await service.db.pool.query(`update tags set color = '#ffffff'`)
    expect(await fetchTotal(service.db, listing, white())).toBe(3)
    await service.db.pool.query(`update data_versions set version = version + 1 where subject = 'sites'`)
    expect(await fetchTotal(service.db, listing, white())).toBe(7)
  })

  it('is always counted for lists without a version', async () => {
    const unversioned = { ...listing, name: 'unversioned-test', versions: [] }
    expect((await fetchPage(service.db, unversioned, white(), { page: 1, perPage: 1 })).total).toBe(3)
    await service.db.pool.query(`update tags set color = '#ffffff'`)
    expect(await fetchTotal(service.db, unversioned, white())).toBe(7)
  })
})

it.each(['50%', 'a_b', 'back\\slash'])('searching for %s matches it literally', async (text) => {
  await service.db.pool.query('update tags set name = $1 where id = 1', [`about ${text} of it`])
  // Would match, too, if the text were a pattern.
  await service.db.pool.query('update tags set name = $1 where id = 2', [`about ${text.replace(/[%_\\]/, 'x')} of it`])
  const conditions = new Conditions().add('q', (at) => `name like $${at}`, containing(text))
  expect((await fetchPage(service.db, listing, conditions, { page: 1, perPage: 9 })).rows).toMatchObject([{ id: 1 }])
})
