import type { Conditions } from './conditions.ts'
import { type Database, type Statement, statement } from './database.ts'

/** What a list reads, in SQL. `name` tells the prepared statements of different lists apart. */
export interface Listing {
  name: string
  columns: string
  /** A table, or anything that can stand behind `from`; the conditions speak of it. */
  from: string
  orderBy: string
  /** Columns that cost something per row: computed for the rows of the page alone, over `page`. */
  perRow?: string
  /** Subjects of data_versions: as long as their versions stand still, totals do too. None: totals are always counted. */
  versions: readonly string[]
}

export interface Page {
  page: number
  perPage: number
}

// A total is asked for on every page of a list and costs a scan; it is counted once per question and state of the data.
const remembered = new WeakMap<Database, Map<string, { version: string; total: number }>>()
const mostRemembered = 2_000

/** One page and its total, usually with one query: the version comes along with the rows. */
export async function fetchPage<Row>(
  db: Database,
  listing: Listing,
  conditions: Conditions,
  { page, perPage }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const values = [...conditions.values, perPage, (page - 1) * perPage]
  const found = await db.fetch(pageStatement<Row>(listing, conditions), values)
  const version = found[0]!.data_version
  const rows: Row[] = []
  for (const { data_version: _, row_place, ...row } of found) if (row_place !== null) rows.push(row as Row)
  return { rows, total: await knownTotal(db, listing, conditions, version) }
}

export async function fetchTotal(db: Database, listing: Listing, conditions: Conditions): Promise<number> {
  const [row] = listing.versions.length === 0 ? [] : await db.fetch(versionStatement(listing.versions))
  return knownTotal(db, listing, conditions, row?.data_version ?? null)
}

async function knownTotal(
  db: Database,
  listing: Listing,
  conditions: Conditions,
  version: string | null,
): Promise<number> {
  if (version === null) return count(db, listing, conditions)
  const totals = remembered.get(db) ?? new Map<string, { version: string; total: number }>()
  remembered.set(db, totals)
  const question = `${listing.name} ${conditions.question}`
  const known = totals.get(question)
  if (known?.version === version) return known.total
  // The version was read first: whatever changes while we count makes this total outdated, never wrong for good.
  const total = await count(db, listing, conditions)
  if (totals.size >= mostRemembered) totals.delete(totals.keys().next().value!)
  totals.set(question, { version, total })
  return total
}

async function count(db: Database, { name, from }: Listing, { letters, sql, values }: Conditions): Promise<number> {
  const counting = statement<{ total: number }>(
    `${name}-count-${letters}`,
    `select count(*) as total from ${from} where ${sql}`,
  )
  return (await db.fetch(counting, values))[0]!.total
}

type Found<Row> = Row & { data_version: string | null; row_place: number | null }

/** The left join gives a row even for an empty page, because the version is wanted all the same. */
function pageStatement<Row>(listing: Listing, { letters, sql, values }: Conditions): Statement<Found<Row>> {
  const { name, columns, from, orderBy, perRow } = listing
  const [limit, offset] = [values.length + 1, values.length + 2]
  const rows = `select row_number() over (order by ${orderBy}) as row_place, ${columns} from ${from} where ${sql} order by ${orderBy} limit $${limit} offset $${offset}`
  return statement(
    `${name}-page-${letters}`,
    `select ${versionSql(listing.versions)} as data_version, page.*${perRow ? `, ${perRow}` : ''}
     from (values (1)) as always left join lateral (${rows}) as page on true order by page.row_place`,
  )
}

const versionStatement = (subjects: readonly string[]) =>
  statement<{ data_version: string }>(`version-${subjects.join('-')}`, `select ${versionSql(subjects)} as data_version`)

// Names of subjects are ours, never a caller's.
const versionSql = (subjects: readonly string[]) =>
  subjects.length === 0
    ? 'null'
    : `(select string_agg(version::text, ' ' order by subject) from data_versions where subject in (${subjects.map((subject) => `'${subject}'`).join(', ')}))`
