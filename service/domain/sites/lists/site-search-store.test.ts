import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { countSiteRows, listSiteRows, type SiteListFilter, type SiteListPage } from './site-list-store.ts'

const fixture = setUpService()
const change = (sql: string) => fixture.service.db.pool.query(sql)
const find = async (search: string, filter: Partial<SiteListFilter> = {}, page: Partial<SiteListPage> = {}) => {
  const listFilter = { search, limits: null, ...filter }
  const columns = { columns: sql`id, url` }
  const { rows, total } = await listSiteRows<{ id: number }>(fixture.service.db, columns, listFilter, {
    page: 1,
    perPage: 20,
    ...page,
  })
  expect(await countSiteRows(fixture.service.db, listFilter)).toBe(total)
  return rows.map(({ id }) => id)
}

beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await change(`update sites set name = case id when 1 then 'Zum Hafen' when 2 then 'Am Hafen' else 'Mühle ' || id end`)
})

it('finds a site by its new name and address, not by the old ones', async () => {
  await change(`update sites set name = 'Bäckerei', url = 'https://brot.example/' where id = 1`)
  expect([await find('hafen'), await find('BÄCK'), await find('brot.ex')]).toEqual([[2], [1], [1]])
})

it('does not find a deleted site', async () => {
  await change('delete from sites where id = 2')
  expect(await find('hafen')).toEqual([1])
})

it.each([
  [{ orderBy: 'url', order: 'asc' }, [1, 2]],
  [{ orderBy: 'url', order: 'desc' }, [2, 1]],
  [{ orderBy: 'name', order: 'asc' }, [2, 1]],
  [{ orderBy: 'name', order: 'desc' }, [1, 2]],
  [{ orderBy: 'id', order: 'desc' }, [2, 1]],
] as const)('keeps the order %o', async (order, ids) => {
  expect(await find('hafen', {}, order)).toEqual(ids)
})

it('finds the same with further conditions', async () => {
  await change(`update sites set suspended_by = 'hand' where id = 2`)
  expect(await find('hafen', { status: 'suspended' })).toEqual([2])
  expect(await find('hafen', { limits: { sites: [1, 3], tags: [], clients: [] } })).toEqual([1])
})

it('reads no more sites than it returns', async () => {
  const queries = await queriesOf(() => find('hafen', {}, { perPage: 1 }))
  expect(queries.filter((query) => query.includes('terms like'))).not.toEqual([])
  expect(queries.filter((query) => /from sites where/.test(query))).toEqual([])
})

it('is not written by a sync', async () => {
  const versions = () => change('select xmin from site_search order by site_id').then(({ rows }) => rows)
  const before = await versions()
  await change(`update sites set name = name, last_sync = now(), facts = '{}'`)
  expect(await versions()).toEqual(before)
})
