import { type RawBuilder, sql } from 'kysely'
import { compiledQueries, type Query } from './compiled-query.ts'
import { type Database, queryRows, quickRows } from './database.ts'
import { allOf, type Fragment } from './fragments.ts'
import { oneRow } from './one-row.ts'

/** A list in SQL. */
export interface Listing {
  columns: Fragment
  /** A table, or anything that can follow `from`; the conditions refer to it. */
  from: Fragment
  orderBy: Fragment
  /** Expensive columns: computed for the rows of the page only, over `page`. */
  perRow?: Fragment
  /** A page is always read along an index: it may share a connection. */
  quick?: boolean
  /**
   * Its conditions have their own index, as a search has, and `from` is a plain table. Few hits are collected and
   * sorted; for many hits the order is scanned until the page is full. PostgreSQL assumes evenly distributed hits
   * and would scan nearly all rows where they are not, so the query decides.
   */
  filterFirst?: boolean
  /** For `filterFirst`: the number of all rows. A share of them is collected and sorted, too: scanning all of them costs more. */
  size?: (db: Database) => Promise<number>
  /**
   * Determines the ids of the page, so that only its rows are read from `from`, which must be a plain table then. The
   * conditions refer to `foundIn.from`. With `reversed`, a page in the second half is read from the end.
   */
  foundIn?: { from: Fragment; id: Fragment; orderBy: Fragment; reversed?: Fragment }
  /** Its columns are numbers, texts, booleans and JSON, no dates: the page is fetched as one JSON text at half the cost. */
  json?: boolean
  /** Subjects of data_versions: totals are cached while their versions do not change. None: totals are always counted. */
  versions: readonly string[]
  /** A cheaper source with the same rows for counting. */
  countedFrom?: Fragment
}

/** A list with `json` whose queries are compiled before: building them costs as much as the rest of the work. */
export interface CompiledListing extends Pick<Listing, 'quick' | 'filterFirst' | 'size' | 'versions'> {
  page: (way: Way, part: Part) => Query<JsonPage>
  total: () => RawBuilder<Total>
  /** Identifies the conditions and their values. */
  totalKey: string
}

interface Total {
  total: number
}

export interface Page {
  page: number
  perPage: number
  /** Rows to skip, if these are not whole pages. */
  skip?: number
}

type Found<Row> = Row & { data_version: string | null; row_index: number | null }

/** One page and its total, usually with one query, because the version is returned with the rows. */
export async function fetchPage<Row>(
  db: Database,
  list: Listing,
  conditions: readonly Fragment[],
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  if (list.json) {
    const { rows, total } = await fetchPageAsJson(db, list, conditions, page)
    return { rows: JSON.parse(rows), total }
  }
  const counting = countingOf(db, list, conditions)
  const way = await wayOf(db, list, counting)
  const fetch = (part: Part, way: Way) =>
    (list.quick ? quickRows : queryRows)(db, pageQuery<Row>(list, conditions, part, way))
  const known = counting.key === null ? undefined : db.totals.get(counting.key)
  const part = known ? partOfTotal(list, page, known.total) : partOf(page)
  let found = await fetch(part, way)
  if (way === 'beginning' && rowsOf(found).length < part.limit) found = await fetch(part, 'collect')
  // Positions from the end are right only for the version that was counted.
  if (part.fromEnd && oneRow(found).data_version !== known?.version) found = await fetch(partOf(page), thorough(way))
  return { rows: rowsOf(found), total: await knownTotal(db, counting, oneRow(found).data_version) }
}

/** The same for a list with `json`; the rows are a JSON array. */
export function fetchPageAsJson(db: Database, list: Listing, conditions: readonly Fragment[], page: Page) {
  const query = (way: Way, part: Part) => jsonQuery(list, conditions, part, way)
  return fetchJsonPage(db, { ...list, page: query }, countingOf(db, list, conditions), page)
}

/** The same for a compiled list. */
export const fetchCompiledPage = (db: Database, listing: CompiledListing, page: Page) =>
  fetchJsonPage(db, listing, compiledCountingOf(listing), page)

async function fetchJsonPage(
  db: Database,
  listing: Pick<CompiledListing, 'quick' | 'filterFirst' | 'size' | 'page'>,
  counting: Counting,
  page: Page,
): Promise<{ rows: string; total: number }> {
  const way = await wayOf(db, listing, counting)
  const part = partOf(page)
  const fetch = async (way: Way) => oneRow(await (listing.quick ? quickRows : queryRows)(db, listing.page(way, part)))
  let found = await fetch(way)
  if (way === 'beginning' && JSON.parse(found.rows).length < part.limit) found = await fetch('collect')
  return { rows: found.rows, total: await knownTotal(db, counting, found.data_version) }
}

/** One page alone, if the total was just counted. */
export async function fetchRows<Row>(
  db: Database,
  listing: Listing,
  conditions: readonly Fragment[],
  page: Page,
  total: number,
): Promise<Row[]> {
  if (page.perPage === 0) return []
  const fetch = listing.quick ? quickRows : queryRows
  const part = partOfTotal(listing, page, total)
  return rowsOf(await fetch(db, pageQuery<Row>(listing, conditions, part, 'order')))
}

export interface Part {
  limit: number
  offset: number
  /** The offset counts from the end of the list. */
  fromEnd?: boolean
}

/** With the numbers or placeholders for them. */
type PlacedPart = { [Key in 'limit' | 'offset']: unknown } & Pick<Part, 'fromEnd'>

const partOf = ({ page, perPage, skip = (page - 1) * perPage }: Page): Part => ({ limit: perPage, offset: skip })

/** The page from the nearer end: PostgreSQL reads every entry that it skips. */
function partOfTotal({ foundIn }: Listing, page: Page, total: number): Part {
  const { limit, offset } = partOf(page)
  if (!foundIn?.reversed || 2 * offset <= total) return { limit, offset }
  const rows = Math.max(0, Math.min(limit, total - offset))
  return { limit: rows, offset: Math.max(0, total - offset - rows), fromEnd: true }
}

export async function fetchTotal(db: Database, listing: Listing, conditions: readonly Fragment[]): Promise<number> {
  return currentTotal(db, countingOf(db, listing, conditions))
}

export const fetchCompiledTotal = (db: Database, listing: CompiledListing): Promise<number> =>
  currentTotal(db, compiledCountingOf(listing))

/** How the total of a list is counted. `key` identifies the query with its values; null if it is always counted. */
interface Counting {
  query: () => RawBuilder<Total>
  key: string | null
  versions: readonly string[]
}

function countingOf(db: Database, listing: Listing, conditions: readonly Fragment[]): Counting {
  const { versions } = listing
  const query = () => countQuery(listing, conditions)
  if (versions.length === 0) return { query, key: null, versions }
  const { sql, parameters } = query().compile(db)
  return { query, key: `${sql} ${JSON.stringify(parameters)}`, versions }
}

const compiledCountingOf = ({ versions, total, totalKey }: CompiledListing): Counting => ({
  ...{ query: total, versions },
  key: versions.length === 0 ? null : totalKey,
})

async function currentTotal(db: Database, counting: Counting): Promise<number> {
  if (counting.key === null) return count(db, counting.query)
  const query = currentVersion(
    counting.versions.join(),
    () => sql`select ${versionOf(counting.versions)} as data_version`,
  )
  return knownTotal(db, counting, oneRow(await quickRows(db, query({}))).data_version)
}

/**
 * How a page is found: `collect` sorts all hits, `order` scans the rows in their order until the page is full, and `beginning` scans
 * only the first rows of the order, which is enough unless the hits are far from its beginning.
 */
export type Way = 'collect' | 'order' | 'beginning'

const fewHits = 5_000
/** Up to this share of all rows, collecting the hits costs much less than scanning all rows. */
const fewShare = 0.05
const rowsOfBeginning = 5_000

/** An outdated total is sufficient: it selects the query plan, not the result. */
async function wayOf(
  db: Database,
  { filterFirst, size }: Pick<Listing, 'filterFirst' | 'size'>,
  counting: Counting,
): Promise<Way> {
  if (!filterFirst || counting.key === null) return 'order'
  const hits = db.totals.get(counting.key)?.total ?? (await currentTotal(db, counting))
  if (hits <= fewHits) return 'collect'
  return size !== undefined && hits <= fewShare * (await size(db)) ? 'beginning' : 'order'
}

const thorough = (way: Way): Way => (way === 'beginning' ? 'collect' : way)

/** Every page of a list needs the total, which costs a scan; it is counted once per query and data version. */
async function knownTotal(db: Database, { query, key }: Counting, version: string | null): Promise<number> {
  if (version === null || key === null) return count(db, query)
  const known = db.totals.get(key)
  if (known?.version === version) return known.total
  // The version was read first: a change during the count makes this total outdated, never permanently wrong.
  const total = await count(db, query)
  db.totals.set(key, { version, total })
  return total
}

export const countQuery = (
  { foundIn, countedFrom, from }: Pick<Listing, 'foundIn' | 'countedFrom' | 'from'>,
  conditions: readonly Fragment[],
) => sql<Total>`select count(*) as total from ${countedFrom ?? foundIn?.from ?? from} where ${allOf(conditions)}`

const count = async (db: Database, query: Counting['query']) => oneRow(await queryRows(db, query())).total

export interface JsonPage {
  data_version: string | null
  rows: string
}

export function jsonQuery(
  listing: Listing,
  conditions: readonly Fragment[],
  part: PlacedPart,
  way: Way,
): RawBuilder<JsonPage> {
  const { columns, perRow, versions } = listing
  const rows = rowsQuery(columns, listing, conditions, part, way)
  const complete = perRow ? sql`select page.*, ${perRow} from (${rows}) as page` : rows
  return sql<JsonPage>`select ${versionOf(versions)} as data_version,
    (select coalesce(json_agg(page), '[]') from (${complete}) as page)::text as rows`
}

/** The left join returns a row even for an empty page, because the version is needed anyway. */
function pageQuery<Row>(listing: Listing, conditions: readonly Fragment[], part: Part, way: Way) {
  const { columns, orderBy, perRow, versions, foundIn } = listing
  const index = foundIn ? indexInPage(part) : sql`row_number() over (order by ${orderBy})`
  const rows = rowsQuery(sql`${index} as row_index, ${columns}`, listing, conditions, part, way)
  return sql<Found<Row>>`select ${versionOf(versions)} as data_version, page.*${perRow ? sql`, ${perRow}` : sql``}
    from (values (1)) as always left join lateral (${rows}) as page on true order by page.row_index`
}

const fromStart = sql`found_index`
const fromTheEnd = sql`-found_index`
const indexInPage = ({ fromEnd }: PlacedPart): Fragment => (fromEnd ? fromTheEnd : fromStart)

function rowsQuery(
  columns: Fragment,
  { from, orderBy, foundIn }: Listing,
  conditions: readonly Fragment[],
  part: PlacedPart,
  way: Way,
): Fragment {
  const limit = sql`limit ${part.limit} offset ${part.offset}`
  const where = allOf(conditions)
  const source = (table: Fragment, order: Fragment) => {
    if (way === 'order') return sql`${table} where ${where}`
    if (way === 'beginning')
      return sql`(select * from ${table} order by ${order} limit ${sql.lit(rowsOfBeginning)}) as ${table} where ${where}`
    // The fence prevents PostgreSQL from scanning the order before the hits are collected.
    return sql`(select * from ${table} where ${where} offset 0) as ${table}`
  }
  if (!foundIn) return sql`select ${columns} from ${source(from, orderBy)} order by ${orderBy} ${limit}`
  const order = part.fromEnd && foundIn.reversed ? foundIn.reversed : foundIn.orderBy
  const ids = sql`array(select ${foundIn.id} from ${source(foundIn.from, order)} order by ${order} ${limit})`
  return sql`select ${columns} from unnest(${ids}) with ordinality as found (found_id, found_index)
    join ${from} on ${from}.id = found_id order by ${indexInPage(part)}`
}

function rowsOf<Row>(found: Found<Row>[]): Row[] {
  const rows: Row[] = []
  for (const { data_version: _, row_index, ...row } of found) {
    // Without the two columns of the page it is the row that the caller selected.
    if (row_index !== null) rows.push(row as Row)
  }
  return rows
}

const versionOf = (subjects: readonly string[]): Fragment =>
  subjects.length === 0
    ? sql`null`
    : sql`(select string_agg(version::text, ' ' order by subject) from data_versions
        where subject in (${sql.join(subjects.map((subject) => sql.lit(subject)))}))`

const currentVersion = compiledQueries<{ data_version: string | null }, never>([])
