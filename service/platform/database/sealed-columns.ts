import { type ClientBase, escapeIdentifier } from 'pg'
import { messageOf } from '../error-facts.ts'
import type { Secrets } from '../secrets.ts'
import { oneRow } from './one-row.ts'

/** `table.column` of texts sealed by the master key; also the context they are sealed for. */
export type SealedColumn = `${string}.${string}`

/** Columns that belong to no feature. */
export const ownSealedColumns: SealedColumn[] = ['instance_secrets.value', 'request_claims.answer']

const batchSize = 500

/** A client or a pool. */
type Queryable = Pick<ClientBase, 'query'>

/** The ids of the master keys that are needed to open the stored values. */
export async function findKeyIds(client: Queryable, columns: readonly SealedColumn[]): Promise<string[]> {
  const found = new Set<string>()
  for (const column of await onlyExisting(client, columns)) {
    const { table, name } = identifiers(column)
    const { rows } = await client.query<{ id: string }>(
      `select distinct split_part(${name}, '.', 2) as id from ${table} where ${name} is not null`,
    )
    for (const { id } of rows) found.add(id)
  }
  return [...found].sort()
}

/**
 * Seals everything again that is not sealed under the newest key, in batches with their own transaction. It can be
 * interrupted and repeated at any time; row locks order it with other writers. Returns the number of sealed values.
 */
export async function resealAll(
  client: ClientBase,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<number> {
  let count = 0
  for (const column of await onlyExisting(client, columns)) {
    for (;;) {
      const sealed = await resealBatch(client, secrets, column)
      count += sealed
      if (sealed === 0) break
    }
  }
  return count
}

async function resealBatch(client: ClientBase, secrets: Secrets, column: SealedColumn): Promise<number> {
  const { table, name } = identifiers(column)
  await client.query('begin')
  try {
    // The rows are locked, so the physical location (ctid) identifies them until the commit; no table needs a key for this.
    const { rows } = await client.query<{ location: string; value: string }>(
      `select ctid::text as location, ${name} as value from ${table}
       where ${name} is not null and split_part(${name}, '.', 2) <> $1 limit ${batchSize} for update`,
      [secrets.keyIds()[0]],
    )
    const values = rows.map(({ value }) => secrets.seal(secrets.open(value, column), column))
    await client.query(
      `update ${table} as t set ${name} = fresh.value
       from unnest($1::text[]::tid[], $2::text[]) as fresh (location, value) where t.ctid = fresh.location`,
      [rows.map(({ location }) => location), values],
    )
    await client.query('commit')
    return rows.length
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** One sentence per column with values that do not open, with their number. */
export async function findUnopenable(
  client: Queryable,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<string[]> {
  const problems: string[] = []
  for (const column of await onlyExisting(client, columns)) {
    const reasons = new Map<string, number>()
    for await (const value of readValues(client, column)) {
      try {
        secrets.open(value, column)
      } catch (error) {
        const reason = messageOf(error)
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
    }
    for (const [reason, count] of reasons) problems.push(`${reason} (${count} ${count === 1 ? 'value' : 'values'})`)
  }
  return problems
}

/**
 * Tables with anything sealed under one of these keys, in any column: before a key is deleted, a missing
 * declaration must not make its secrets unreadable.
 */
export async function findTablesSealedUnder(client: Queryable, keyIds: readonly string[]): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from ${escapeIdentifier(name)} as row where row::text ~ $1) as found`,
      [`v1\\.(${keyIds.join('|')})\\.`],
    )
    if (oneRow(rows).found) found.push(name)
  }
  return found
}

async function* readValues(client: Queryable, column: SealedColumn): AsyncGenerator<string> {
  const { table, name } = identifiers(column)
  for (let after = '(0,0)'; ; ) {
    const { rows } = await client.query<{ location: string; value: string }>(
      `select ctid::text as location, ${name} as value from ${table}
       where ctid > $1::tid and ${name} is not null order by ctid limit ${batchSize}`,
      [after],
    )
    for (const { value } of rows) yield value
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.location
  }
}

/** A backup of an older database may lack columns that newer features declare. */
async function onlyExisting(client: Queryable, columns: readonly SealedColumn[]): Promise<SealedColumn[]> {
  const { rows } = await client.query<{ name: SealedColumn }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`,
  )
  const existing = new Set(rows.map(({ name }) => name))
  return columns.filter((column) => existing.has(column))
}

function identifiers(column: SealedColumn) {
  const [table = '', name = ''] = column.split('.')
  return { table: escapeIdentifier(table), name: escapeIdentifier(name) }
}
