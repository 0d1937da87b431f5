import type { Conditions } from './conditions.ts'
import { quickStatement, type Statement, statement } from './database.ts'

/** A list in SQL. `name` distinguishes the prepared statements of different lists. */
export interface Listing {
  name: string
  columns: string
  /** A table, or anything that can follow `from`; the conditions refer to it. */
  from: string
  orderBy: string
  /** Expensive columns: computed for the rows of the page only, over `page`. */
  perRow?: string
  /** A page is always read along an index: it may share a connection. */
  quick?: boolean
  /**
   * Its conditions have their own index, as a search has, and `from` is a plain table. Few hits are collected and
   * sorted; for many hits the order is scanned until the page is full. PostgreSQL assumes evenly distributed hits
   * and would scan nearly all rows where they are not, so the query decides.
   */
  filterFirst?: boolean
  /**
   * A narrower table that has the columns of the conditions and the order: the page is determined there, and only
   * its rows are read from `from`, which must be a plain table then.
   */
  foundIn?: { from: string; id: string; orderBy: string }
  /** Its columns are numbers, texts, booleans and JSON, no dates: the page is fetched as one JSON text at half the cost. */
  json?: boolean
  /** Subjects of data_versions: totals are cached while their versions do not change. None: totals are always counted. */
  versions: readonly string[]
  /** A cheaper source with the same rows for counting; lists of one name share their totals. */
  counted?: { name: string; from: string }
}

export type FoundRow<Row> = Row & { data_version: string | null; row_place: number | null }

export function countStatement(listing: Listing, { letters, sql }: Conditions): Statement<{ total: number }> {
  const { name } = listing.counted ?? listing
  const { from } = listing.foundIn ?? listing.counted ?? listing
  return known(`${name}-count-${letters}`, [from, sql], () => `select count(*) as total from ${from} where ${sql}`)
}

export function jsonStatement(
  listing: Listing,
  conditions: Conditions,
): Statement<{ data_version: string | null; rows: string }> {
  const { columns, perRow, versions } = listing
  return pageKnown('json', listing, conditions, () => {
    const rows = rowsSql(columns, listing, conditions)
    const page = perRow ? `select page.*, ${perRow} from (${rows}) as page` : rows
    return `select ${versionSql(versions)} as data_version,
       (select coalesce(json_agg(page), '[]') from (${page}) as page)::text as rows`
  })
}

/** The left join returns a row even for an empty page, because the version is needed anyway. */
export function pageStatement<Row>(listing: Listing, conditions: Conditions): Statement<FoundRow<Row>> {
  const { columns, orderBy, perRow, versions } = listing
  return pageKnown('page', listing, conditions, () => {
    const rows = rowsSql(`row_number() over (order by ${orderBy}) as row_place, ${columns}`, listing, conditions)
    return `select ${versionSql(versions)} as data_version, page.*${perRow ? `, ${perRow}` : ''}
     from (values (1)) as always left join lateral (${rows}) as page on true order by page.row_place`
  })
}

function rowsSql(
  columns: string,
  { from, orderBy, filterFirst, foundIn }: Listing,
  { sql, values }: Conditions,
): string {
  const part = `limit $${values.length + 1} offset $${values.length + 2}`
  // The fence prevents PostgreSQL from scanning the order before the hits are collected.
  const source = (table: string) =>
    filterFirst ? `(select * from ${table} where ${sql} offset 0) as ${table}` : `${table} where ${sql}`
  if (!foundIn) return `select ${columns} from ${source(from)} order by ${orderBy} ${part}`
  const found = `select ${foundIn.id} as found_id from ${source(foundIn.from)} order by ${foundIn.orderBy} ${part}`
  return `select ${columns} from (${found}) as found join ${from} on ${from}.id = found_id order by ${orderBy}`
}

function pageKnown<Row>(kind: string, listing: Listing, conditions: Conditions, text: () => string): Statement<Row> {
  const { name, columns, from, orderBy, perRow, versions, quick, filterFirst, foundIn } = listing
  const { letters, sql } = conditions
  const parts = [columns, from, orderBy, perRow, sql, versions.join(), foundIn?.from, foundIn?.orderBy]
  return known(`${name}-${kind}-${letters}${filterFirst ? '-few' : ''}`, parts, text, quick)
}

export const versionStatement = (subjects: readonly string[]) =>
  known<{ data_version: string }>(
    `version-${subjects.join('-')}`,
    [],
    () => `select ${versionSql(subjects)} as data_version`,
    true,
  )

const statements = new Map<string, { statement: Statement<unknown>; parts: readonly unknown[] }>()

/** Names identify statements, so a text is built once; its parts are compared, in case a name is used twice. */
function known<Row>(name: string, parts: readonly unknown[], text: () => string, quick = false): Statement<Row> {
  const key = quick ? `${name} quick` : name
  const found = statements.get(key)
  if (!found) {
    const made = (quick ? quickStatement : statement)<Row>(name, text())
    statements.set(key, { statement: made, parts })
    return made
  }
  if (parts.some((part, index) => part !== found.parts[index]))
    throw new Error(`Two different lists are called ${name}.`)
  // The same name and parts make the same statement, with the same rows.
  return found.statement as Statement<Row>
}

// Names of subjects are constants, never input.
const versionSql = (subjects: readonly string[]) =>
  subjects.length === 0
    ? 'null'
    : `(select string_agg(version::text, ' ' order by subject) from data_versions where subject in (${subjects.map((subject) => `'${subject}'`).join(', ')}))`
