import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queriesOf } from '../../testing/record-queries.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { containing } from './fragments.ts'
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

const listing: Listing = {
  columns: sql`id, name, color`,
  from: sql`tags`,
  orderBy: sql`id`,
  perRow: sql`(select count(*) from site_tags where site_tags.tag_id = page.id) as sites_count`,
  versions: ['sites'],
}
const white = () => [sql`color = ${'#ffffff'}`]

const foundIn = { from: sql`tags`, id: sql`id`, orderBy: sql`id` }
const types: [string, Listing][] = [
  ['plain', listing],
  ['as JSON', { ...listing, json: true }],
  ['filtered first', { ...listing, filterFirst: true }],
  ['filtered first, as JSON', { ...listing, filterFirst: true, json: true }],
  ['found in another table', { ...listing, foundIn }],
  ['found in another table, filtered first', { ...listing, filterFirst: true, foundIn }],
]
describe.each(types)('a page (%s)', (_, listing) => {
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

describe('a page in the second half', () => {
  const reversible = { ...listing, foundIn: { ...foundIn, reversed: sql`id desc` } }
  const idsOf = async (page: number) =>
    (await fetchPage<{ id: number }>(service.db, reversible, [], { page, perPage: 2 })).rows.map(({ id }) => id)
  const fromEnd = expect.stringContaining('id desc')

  it('is read from the end once the total is known, with the same rows', async () => {
    const pages = [[1, 2], [3, 4], [5, 6], [7], []]
    for (const round of ['first', 'total known']) {
      for (const [index, ids] of pages.entries()) expect([round, await idsOf(index + 1)]).toEqual([round, ids])
    }
    expect(await queriesOf(() => idsOf(2))).toEqual([expect.not.stringContaining('id desc')])
    for (const page of [3, 4, 5]) expect(await queriesOf(() => idsOf(page))).toEqual([fromEnd])
  })

  it('is read again from the start when the data changed since the total was counted', async () => {
    await idsOf(1)
    await service.db.pool.query('delete from tags where id = 7')
    await service.db.pool.query(`update data_versions set version = version + 1 where subject = 'sites'`)
    expect(await queriesOf(async () => expect(await idsOf(3)).toEqual([5, 6]))).toEqual(
      expect.arrayContaining([fromEnd, expect.not.stringContaining('id desc')]),
    )
    expect(await idsOf(4)).toEqual([])
  })
})

describe('a search', () => {
  const search = { ...listing, filterFirst: true }
  const firstPage = () => fetchPage(service.db, search, white(), { page: 1, perPage: 2 })
  const collected = expect.stringContaining('offset 0')

  it('collects few hits and scans the order for many', async () => {
    expect(await queriesOf(firstPage)).toContainEqual(collected)
    await service.db.pool.query(
      `insert into tags (name, color, created_at, updated_at)
       select 'many ' || n, '#ffffff', now(), now() from generate_series(1, 5000) n`,
    )
    await service.db.pool.query(`update data_versions set version = version + 1 where subject = 'sites'`)
    expect(await firstPage()).toMatchObject({ rows: [{ id: 2 }, { id: 4 }], total: 5003 })
    expect(await queriesOf(firstPage)).toEqual([expect.not.stringContaining('offset 0')])
  })

  it.each([false, true])('tries the beginning of the order for a share of many rows; as JSON: %s', async (json) => {
    const ofMany = { ...search, json, size: async () => 101_000 }
    const page = (number: number) => fetchPage(service.db, ofMany, white(), { page: number, perPage: 2 })
    const atBeginning = expect.stringContaining('limit 5000')
    await service.db.pool.query(
      `insert into tags (name, color, created_at, updated_at)
       select 'many ' || n, case when n > 4998 then '#ffffff' else '#000000' end, now(), now()
       from generate_series(1, 9998) n`,
    )
    expect(await page(1)).toMatchObject({ rows: [{ id: 2 }, { id: 4 }], total: 5003 })
    expect(await queriesOf(() => page(1))).toEqual([atBeginning])
    // Its first row is the last one of the beginning.
    expect(await page(2)).toMatchObject({ rows: [{ id: 6 }, { id: 5006 }], total: 5003 })
    expect(await queriesOf(() => page(2))).toEqual([atBeginning, collected])
    expect(await page(2502)).toMatchObject({ rows: [{ id: 10_005 }], total: 5003 })
  })
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
    const unversioned = { ...listing, versions: [] }
    expect((await fetchPage(service.db, unversioned, white(), { page: 1, perPage: 1 })).total).toBe(3)
    await service.db.pool.query(`update tags set color = '#ffffff'`)
    expect(await fetchTotal(service.db, unversioned, white())).toBe(7)
  })
})

it.each(['50%', 'a_b', 'back\\slash'])('searching for %s matches it literally', async (text) => {
  await service.db.pool.query('update tags set name = $1 where id = 1', [`about ${text} of it`])
  // Would match, too, if the text were a pattern.
  await service.db.pool.query('update tags set name = $1 where id = 2', [`about ${text.replace(/[%_\\]/, 'x')} of it`])
  const conditions = [sql`name like ${containing(text)}`]
  expect((await fetchPage(service.db, listing, conditions, { page: 1, perPage: 9 })).rows).toMatchObject([{ id: 1 }])
})
