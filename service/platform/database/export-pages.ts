/** Rows of a table for an export, in pages of bounded size: a few hundred rows, fewer where rows are large. */

const rowsPerPage = 500
const bytesPerPage = 256 * 1024
/** About what the short columns of a row take. */
const bytesPerRow = 300

export interface ExportedTable {
  table: string
  /** SQL for the bytes that a row has beside its short columns, roughly. */
  bytes: string
  /** Which rows; the number of the placeholder is that of the last id of the page before. */
  where: string
  afterAt: number
}

/** SQL for the ids of a page, as a common table expression called `page`. The first row is always part of it. */
export const exportPageSql = ({ table, bytes, where, afterAt }: ExportedTable): string => `
  page as (
    select id from (
      select id, bytes, sum(bytes) over (order by id) as bytes_so_far
      from (select id, ${bytesPerRow} + ${bytes} as bytes from ${table}
        where id > $${afterAt} and ${where} order by id limit ${rowsPerPage}) as next_rows
    ) as measured where bytes_so_far - bytes < ${bytesPerPage}
  )`

/** Each page is fetched when it is asked for. A row that exists throughout comes exactly once. */
export async function* pagesById<Row extends { id: number }>(
  fetchAfter: (id: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows = await fetchAfter(0)
  while (rows.length > 0) {
    yield rows
    rows = await fetchAfter(rows.at(-1)!.id)
  }
}
