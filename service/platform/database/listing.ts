import type { Conditions } from './conditions.ts'
import { type Database, quickStatement, type Statement, statement } from './database.ts'

/** What a list reads, in SQL. `name` tells the prepared statements of different lists apart. */
export interface Listing {
  name: string
  columns: string
  /** A table, or anything that can stand behind `from`; the conditions speak of it. */
  from: string
  orderBy: string
  /** Columns that cost something per row: computed for the rows of the page alone, over `page`. */
  perRow?: string
  /** A page of it is read along an index whatever its conditions: it may share a connection. */
  quick?: boolean
  /**
   * Its conditions have an index of their own, as a search has, and `from` is a plain table. Few hits are gathered and
   * sorted; only many are met by walking along the order until the page is full. PostgreSQL takes hits to be spread evenly
   * and walks past nearly all rows where they are not, so it is told.
   */
  gathers?: boolean
  /** Its columns are numbers, texts, switches and JSON, no dates: the page comes as one JSON text, which costs half. */
  json?: boolean
  /** Subjects of data_versions: as long as their versions stand still, totals do too. None: totals are always counted. */
  versions: readonly string[]
  /** What counts the same rows where that is less work than `from`; lists of one name share their totals. */
  counted?: { name: string; from: string }
}

export interface Page {
  page: number
  perPage: number
  /** Rows to pass over, where these are not whole pages. */
  skip?: number
}

// A total is asked for on every page of a list and costs a scan; it is counted once per question and state of the data.
const remembered = new WeakMap<Database, Map<string, { version: string; total: number }>>()
const mostRemembered = 2_000

/** One page and its total, usually with one query: the version comes along with the rows. */
export async function fetchPage<Row>(
  db: Database,
  list: Listing,
  conditions: Conditions,
  { page, perPage, skip = (page - 1) * perPage }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const gathers = list.gathers && list.versions.length > 0 && (await hasFew(db, list, conditions))
  const listing = { ...list, gathers }
  const values = [...conditions.values, perPage, skip]
  if (listing.json) {
    const [found] = await db.fetch(jsonStatement(listing, conditions), values)
    const rows: Row[] = JSON.parse(found!.rows)
    return { rows, total: await knownTotal(db, listing, conditions, found!.data_version) }
  }
  const found = await db.fetch(pageStatement<Row>(listing, conditions), values)
  return { rows: rowsOf(found), total: await knownTotal(db, listing, conditions, found[0]!.data_version) }
}

/** One page alone, where the total is known already. */
export async function fetchRows<Row>(
  db: Database,
  listing: Listing,
  conditions: Conditions,
  { page, perPage, skip = (page - 1) * perPage }: Page,
): Promise<Row[]> {
  if (perPage === 0) return []
  const walking = { ...listing, gathers: false }
  return rowsOf(await db.fetch(pageStatement<Row>(walking, conditions), [...conditions.values, perPage, skip]))
}

function rowsOf<Row>(found: Found<Row>[]): Row[] {
  const rows: Row[] = []
  for (const { data_version: _, row_place, ...row } of found) if (row_place !== null) rows.push(row as Row)
  return rows
}

const fewHits = 5_000

/** A total of yesterday will do: this decides about the way, not about the answer. */
async function hasFew(db: Database, listing: Listing, conditions: Conditions): Promise<boolean> {
  const total = remembered.get(db)?.get(questionOf(listing, conditions))?.total
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
  const totals = remembered.get(db) ?? new Map<string, { version: string; total: number }>()
  remembered.set(db, totals)
  const question = questionOf(listing, conditions)
  const known = totals.get(question)
  if (known?.version === version) return known.total
  // The version was read first: whatever changes while we count makes this total outdated, never wrong for good.
  const total = await count(db, listing, conditions)
  if (totals.size >= mostRemembered) totals.delete(totals.keys().next().value!)
  totals.set(question, { version, total })
  return total
}

const questionOf = ({ name, counted }: Listing, { question }: Conditions) => `${counted?.name ?? name} ${question}`

/** The fence keeps PostgreSQL from walking along the order before it has gathered. */
const sourceOf = ({ from, gathers }: Listing, sql: string) =>
  gathers ? `(select * from ${from} where ${sql} offset 0) as ${from}` : `${from} where ${sql}`

async function count(db: Database, listing: Listing, conditions: Conditions): Promise<number> {
  const { name, from } = listing.counted ?? listing
  const counting = known<{ total: number }>(
    `${name}-count-${conditions.letters}`,
    [from, conditions.sql],
    () => `select count(*) as total from ${from} where ${conditions.sql}`,
  )
  return (await db.fetch(counting, conditions.values))[0]!.total
}

type Found<Row> = Row & { data_version: string | null; row_place: number | null }

function jsonStatement(
  listing: Listing,
  conditions: Conditions,
): Statement<{ data_version: string | null; rows: string }> {
  const { name, columns, orderBy, perRow, versions, quick, gathers } = listing
  const { letters, sql, values } = conditions
  const source = sourceOf(listing, sql)
  const text = () => {
    const rows = `select ${columns} from ${source} order by ${orderBy} limit $${values.length + 1} offset $${values.length + 2}`
    const page = perRow ? `select page.*, ${perRow} from (${rows}) as page` : rows
    return `select ${versionSql(versions)} as data_version,
       (select coalesce(json_agg(page), '[]') from (${page}) as page)::text as rows`
  }
  return known(
    `${name}-json-${letters}${gathers ? '-few' : ''}`,
    [columns, orderBy, perRow, source, versions.join()],
    text,
    quick,
  )
}

/** The left join gives a row even for an empty page, because the version is wanted all the same. */
function pageStatement<Row>(listing: Listing, conditions: Conditions): Statement<Found<Row>> {
  const { name, columns, orderBy, perRow, versions, quick, gathers } = listing
  const { letters, sql, values } = conditions
  const source = sourceOf(listing, sql)
  const text = () => {
    const [limit, offset] = [values.length + 1, values.length + 2]
    const rows = `select row_number() over (order by ${orderBy}) as row_place, ${columns} from ${source} order by ${orderBy} limit $${limit} offset $${offset}`
    return `select ${versionSql(versions)} as data_version, page.*${perRow ? `, ${perRow}` : ''}
     from (values (1)) as always left join lateral (${rows}) as page on true order by page.row_place`
  }
  return known(
    `${name}-page-${letters}${gathers ? '-few' : ''}`,
    [columns, orderBy, perRow, source, versions.join()],
    text,
    quick,
  )
}

const versionStatement = (subjects: readonly string[]) =>
  known<{ data_version: string }>(
    `version-${subjects.join('-')}`,
    [],
    () => `select ${versionSql(subjects)} as data_version`,
    true,
  )

const statements = new Map<string, { statement: Statement<unknown>; parts: readonly unknown[] }>()

/** Names tell statements apart, so a text is put together once; its parts are compared, in case a name is used twice. */
function known<Row>(name: string, parts: readonly unknown[], text: () => string, quick = false): Statement<Row> {
  const key = quick ? `${name} quick` : name
  const found = statements.get(key)
  if (!found) {
    const made = (quick ? quickStatement : statement)<Row>(name, text())
    statements.set(key, { statement: made, parts })
    return made
  }
  if (parts.some((part, place) => part !== found.parts[place]))
    throw new Error(`Two different lists are called ${name}.`)
  return found.statement as Statement<Row>
}

// Names of subjects are ours, never a caller's.
const versionSql = (subjects: readonly string[]) =>
  subjects.length === 0
    ? 'null'
    : `(select string_agg(version::text, ' ' order by subject) from data_versions where subject in (${subjects.map((subject) => `'${subject}'`).join(', ')}))`
