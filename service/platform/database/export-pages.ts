import { sql } from 'kysely'
import type { Fragment } from './fragments.ts'

/** Rows of a table for an export, in pages of limited size: a few hundred rows, fewer if rows are large. */

const rowsPerPage = 500
const bytesPerPage = 256 * 1024
/** About the size of the short columns of a row. */
const bytesPerRow = 300

export interface ExportedTable {
  table: string
  /** The approximate bytes of a row besides its short columns. */
  bytes: Fragment
  where: Fragment
  /** The last id of the previous page. */
  after: number
}

/**
 * The ids of a page, as a common table expression called `page`. It always contains the first row. Materialized: without statistics of
 * a new table PostgreSQL may evaluate it for every row of the table, which took a minute for 2,000 rows.
 */
export const exportPage = ({ table, bytes, where, after }: ExportedTable): Fragment => sql`
  page as materialized (
    select id from (
      select id, bytes, sum(bytes) over (order by id) as bytes_so_far
      from (select id, ${sql.lit(bytesPerRow)} + ${bytes} as bytes from ${sql.table(table)}
        where id > ${after} and ${where} order by id limit ${sql.lit(rowsPerPage)}) as next_rows
    ) as measured where bytes_so_far - bytes < ${sql.lit(bytesPerPage)}
  )`

/** Each page is fetched on demand. A row that exists throughout appears exactly once. */
export async function* pagesById<Row extends { id: number }>(
  fetchAfter: (id: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows = await fetchAfter(0)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows
    rows = await fetchAfter(last.id)
  }
}
