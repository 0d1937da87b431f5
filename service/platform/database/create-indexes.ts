import type { ClientBase } from 'pg'

interface IndexStatement {
  name: string
  /** The statement, so that writers of the table do not wait for it. */
  concurrently: string
}

const createIndex = /^create (?:unique )?index (?=(\w+) on \w+)/

/** The statements of a migration that only creates indexes; null for any other migration. */
export function readIndexStatements(sql: string): IndexStatement[] | null {
  const statements = sql
    .replaceAll(/--.*/g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  const indexes: IndexStatement[] = []
  for (const statement of statements) {
    const [start, name] = createIndex.exec(statement) ?? []
    if (!start || !name) return null
    indexes.push({ name, concurrently: `${start}concurrently ${statement.slice(start.length)}` })
  }
  return indexes.length > 0 ? indexes : null
}

/** This blocks neither readers nor writers, but it waits for transactions that are older, such as a backup. */
export const longestIndexWait = '30 min'

/** Creates those that are not there. One that a killed process left unfinished is created again. */
export async function createIndexes(client: ClientBase, indexes: readonly IndexStatement[]): Promise<void> {
  await client.query(`set lock_timeout = '${longestIndexWait}'`)
  try {
    for (const { name, concurrently } of indexes) {
      const { rows } = await client.query<{ is_valid: boolean }>(
        'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
        [name],
      )
      if (rows[0]?.is_valid) continue
      if (rows[0]) await client.query(`drop index concurrently ${name}`)
      await client.query(concurrently)
    }
  } finally {
    await client.query('set lock_timeout = 0')
  }
}
