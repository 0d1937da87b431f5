/** Rows of a table for an export, in pages of limited size: a few hundred rows, fewer if rows are large. */

const rowsPerPage = 500
const bytesPerPage = 256 * 1024
/** About the size of the short columns of a row. */
const bytesPerRow = 300

export interface ExportedTable {
  table: string
  /** SQL for the approximate bytes of a row besides its short columns. */
  bytes: string
  /** The condition; its placeholder number is that of the last id of the previous page. */
  where: string
  afterAt: number
}

/** SQL for the ids of a page, as a common table expression called `page`. It always contains the first row. */
export const exportPageSql = ({ table, bytes, where, afterAt }: ExportedTable): string => `
  page as (
    select id from (
      select id, bytes, sum(bytes) over (order by id) as bytes_so_far
      from (select id, ${bytesPerRow} + ${bytes} as bytes from ${table}
        where id > $${afterAt} and ${where} order by id limit ${rowsPerPage}) as next_rows
    ) as measured where bytes_so_far - bytes < ${bytesPerPage}
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
