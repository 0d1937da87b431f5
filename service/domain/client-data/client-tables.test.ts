import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { clientTables, tablesWithoutClientData } from './client-tables.ts'
import { archivedTables } from './write-client-archive.ts'

const fixture = setUpService()
const named = clientTables.map(({ table }) => table)

it('every table says whether it has data of clients', async () => {
  const { rows } = await fixture.service.db.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const decided = [...named, ...Object.values(tablesWithoutClientData).flat()]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('every table that refers to a client or a site has data of clients', async () => {
  const { rows } = await fixture.service.db.pool.query<{ name: string }>(
    `select distinct relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not attisdropped
       and attname in ('site_id', 'client_id', 'site_url', 'client_ids', 'site_ids') and atttypid <> 'text'::regtype`,
  )
  expect(rows.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
})

it('an archive has columns that exist, and none that is sealed', async () => {
  for (const { table, columns } of archivedTables) {
    const { rows } = await fixture.service.db.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table.table],
    )
    expect(
      rows.map(({ name }) => name),
      table.table,
    ).toEqual(expect.arrayContaining(columns))
  }
  const all = archivedTables.flatMap(({ table, columns }) => columns.map((column) => `${table.table}.${column}`))
  const { sealedColumns } = await import('../../catalogue.ts')
  expect(sealedColumns.filter((column) => all.includes(column))).toEqual([])
})
