import { JsonRows } from '../../operation/json-rows.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { conditionsOf, countSites, orderSql, type SiteListFilter, type SiteOrder } from './site-list-store.ts'

const rowsPerPart = 5_000
const columns = ['id', 'url', 'name'] as const

// Half the work of row_to_json. None of the columns is ever null.
const rowSql = `format('{${columns.map((column) => `"${column}":%s`).join(',')}}', ${columns.map((column) => `to_json(${column})`).join(', ')})`

/** Number, address and name of all sites as JSON: few with one query, many part by part. */
export async function allSitesAsJson(
  db: Database,
  filter: SiteListFilter,
  order: SiteOrder,
): Promise<{ rows: JsonRows; total: number }> {
  const counted = await countSites(db, filter)
  if (counted > rowsPerPart) return { rows: new JsonRows(() => readInParts(db, filter, order)), total: counted }
  const { letters, sql, values } = conditionsOf(filter)
  const [found] = await db.fetch(
    statement<{ rows: string | null; total: number }>(
      `sites-json-${nameOf(order)}-${letters}`,
      `select string_agg(${rowSql}, ',') as rows, count(*) as total
       from (select ${columns.join(', ')} from sites where ${sql} order by ${orderSql(order)}) as found`,
    ),
    values,
  )
  const { rows, total } = found!
  async function* parts() {
    if (rows !== null) yield rows
  }
  return { rows: new JsonRows(parts, { isLong: false }), total }
}

/**
 * The numbers are read at once and the rows part by part, so that each site that exists throughout comes exactly once,
 * whatever is renamed meanwhile. Nothing is read before the first part is asked for: a caller who is refused costs nothing.
 */
async function* readInParts(db: Database, filter: SiteListFilter, order: SiteOrder): AsyncGenerator<string> {
  const { letters, sql, values } = conditionsOf(filter)
  const parts = await db.fetch(
    statement<{ ids: string }>(
      `sites-json-ids-${nameOf(order)}-${letters}`,
      `select '{' || string_agg(id::text, ',' order by place) || '}' as ids
       from (select id, row_number() over (order by ${orderSql(order)}) - 1 as place from sites where ${sql}) as numbered
       group by place / ${rowsPerPart} order by place / ${rowsPerPart}`,
    ),
    values,
  )
  const read = async ({ ids }: { ids: string }) => (await db.fetch(partStatement, [ids]))[0]!.rows
  // The next part is fetched while the caller reads one.
  let next = parts.length > 0 ? read(parts[0]!) : null
  for (let place = 1; next !== null; place++) {
    const rows = await next
    next = place < parts.length ? read(parts[place]!) : null
    // It is awaited later, or never if the caller is gone.
    next?.catch(() => {})
    // Null: none of these sites is there any more.
    if (rows !== null) yield rows
  }
}

const partStatement = statement<{ rows: string | null }>(
  'sites-json-part',
  `select string_agg(${rowSql}, ',' order by place) as rows
     from unnest($1::bigint[]) with ordinality as wanted (wanted_id, place) join sites on id = wanted_id`,
)

const nameOf = ({ orderBy = 'url', order = 'asc' }: SiteOrder) => `${orderBy}-${order}`
