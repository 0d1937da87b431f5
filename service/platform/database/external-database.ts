import { Client } from 'pg'
import { messageOf } from '../error-facts.ts'
import { checkPrefix } from './backup/check-database.ts'
import { connectionOf } from './database-hosts.ts'
import { oneRow } from './one-row.ts'
import { quickReadTimeLimits } from './time-limits.ts'

export const oldestMajor = 15

/** Checks that an external PostgreSQL can be used; throws an error with instructions otherwise. */
export async function checkExternalDatabase(url: string): Promise<void> {
  const client = new Client({ ...connectionOf(url), ...quickReadTimeLimits })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<DatabaseFacts>(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding, current_database() as name`)
    const problem = problemWith(oneRow(rows))
    if (problem) throw new Error(problem)
  } catch (error) {
    throw new Error(`The database in DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

interface DatabaseFacts {
  version: string
  number: number
  encoding: string
  name?: string
}

export function problemWith({ version, number, encoding, name = '' }: DatabaseFacts) {
  // A copy of the live one would call the same sites and send the same messages.
  if (name.startsWith(checkPrefix))
    return `${name} is a database of a restore check, which is dropped. Name another one.`
  if (number < oldestMajor * 10_000) return `PostgreSQL ${version} is too old; ${oldestMajor} is the oldest that works.`
  if (encoding !== 'UTF8') return `its encoding is ${encoding}. Make one with encoding UTF8.`
  return null
}

function reasonOf(error: unknown): string {
  const message = messageOf(error)
  if (message.endsWith('.')) return message
  // A name with several addresses fails with several reasons and no message of its own.
  const reasons = error instanceof AggregateError ? error.errors.map(messageOf) : []
  const details = [message, ...reasons].filter(Boolean).join('; ')
  return `${details}. Check that it runs, and its address, name, user and password.`
}
