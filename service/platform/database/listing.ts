import { LRUCache } from 'lru-cache'
import type { Conditions } from './conditions.ts'
import type { Database } from './database.ts'
import {
  countStatement,
  type FoundRow,
  jsonStatement,
  type Listing,
  pageStatement,
  versionStatement,
} from './listing-statements.ts'
import { oneRow } from './one-row.ts'

export type { Listing }

export interface Page {
  page: number
  perPage: number
  /** Rows to skip, if these are not whole pages. */
  skip?: number
}

// Every page of a list needs the total, which costs a scan; it is counted once per query and data version.
const maxTotals = 2_000
interface CachedTotal {
  version: string
  total: number
}
const totalsOf = new WeakMap<Database, LRUCache<string, CachedTotal>>()

/** One page and its total, usually with one query, because the version is returned with the rows. */
export async function fetchPage<Row>(
  db: Database,
  list: Listing,
  conditions: Conditions,
  { page, perPage, skip = (page - 1) * perPage }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const filterFirst = list.filterFirst && list.versions.length > 0 && (await hasFew(db, list, conditions))
  const listing = { ...list, filterFirst }
  const values = [...conditions.values, perPage, skip]
  if (listing.json) {
    const found = oneRow(await db.fetch(jsonStatement(listing, conditions), values))
    const rows: Row[] = JSON.parse(found.rows)
    return { rows, total: await knownTotal(db, listing, conditions, found.data_version) }
  }
  const found = await db.fetch(pageStatement<Row>(listing, conditions), values)
  return { rows: rowsOf(found), total: await knownTotal(db, listing, conditions, oneRow(found).data_version) }
}

/** One page alone, if the total is known. */
export async function fetchRows<Row>(
  db: Database,
  listing: Listing,
  conditions: Conditions,
  { page, perPage, skip = (page - 1) * perPage }: Page,
): Promise<Row[]> {
  if (perPage === 0) return []
  const walking = { ...listing, filterFirst: false }
  return rowsOf(await db.fetch(pageStatement<Row>(walking, conditions), [...conditions.values, perPage, skip]))
}

function rowsOf<Row>(found: FoundRow<Row>[]): Row[] {
  const rows: Row[] = []
  for (const { data_version: _, row_place, ...row } of found) {
    // Without the two columns of the statement it is the row that the caller selected.
    if (row_place !== null) rows.push(row as Row)
  }
  return rows
}

const fewHits = 5_000

/** An outdated total is sufficient: it selects the query plan, not the result. */
async function hasFew(db: Database, listing: Listing, conditions: Conditions): Promise<boolean> {
  const total = totalsOf.get(db)?.get(cacheKeyOf(listing, conditions))?.total
  return (total ?? (await fetchTotal(db, listing, conditions))) <= fewHits
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
  const totals = totalsOf.get(db) ?? new LRUCache<string, CachedTotal>({ max: maxTotals })
  totalsOf.set(db, totals)
  const cacheKey = cacheKeyOf(listing, conditions)
  const known = totals.get(cacheKey)
  if (known?.version === version) return known.total
  // The version was read first: a change during the count makes this total outdated, never permanently wrong.
  const total = await count(db, listing, conditions)
  totals.set(cacheKey, { version, total })
  return total
}

const cacheKeyOf = ({ name, counted }: Listing, { cacheKey }: Conditions) => `${counted?.name ?? name} ${cacheKey}`

const count = async (db: Database, listing: Listing, conditions: Conditions): Promise<number> =>
  oneRow(await db.fetch(countStatement(listing, conditions), conditions.values)).total
