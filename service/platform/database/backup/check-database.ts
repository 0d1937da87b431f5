import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { codeOf, messageOf } from '../../error-facts.ts'
import { oneRow } from '../one-row.ts'
import { copyTimeLimits } from '../time-limits.ts'
import { BackupError } from './format.ts'

/** The beginning of the names of databases that backups are restored into to check them. The service never runs on one. */
export const checkPrefix = 'flotilla_restore_check_'

/**
 * Creates an empty database on the server of the live one, runs `work` with it, and drops it in every case. One check at a time:
 * the caller holds a lock.
 */
export async function withCheckDatabase<Result>(
  live: ClientConfig,
  checkId: number,
  work: (connection: ClientConfig) => Promise<Result>,
): Promise<Result> {
  const client = await connect(live)
  try {
    const { name: liveName, oid } = await identify(client)
    const name = `${checkPrefix}${oid}_${checkId}`
    requireOtherName(name, liveName)
    await dropCheckDatabases(client, oid)
    try {
      await client.query(`create database ${escapeIdentifier(name)} template template0 encoding 'UTF8'`)
    } catch (error) {
      throw explain(error)
    }
    try {
      // Other roles of the server may not read it.
      await client.query(`revoke connect on database ${escapeIdentifier(name)} from public`)
      const connection = { ...live, connectionString: withDatabase(live.connectionString ?? '', name) }
      await requireDatabase(connection, { name, liveName })
      return await work(connection)
    } finally {
      await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
    }
  } finally {
    await client.end()
  }
}

/** Drops what checks of this installation left behind; the caller holds the lock of the checks. Returns the number. */
export async function sweepCheckDatabases(live: ClientConfig): Promise<number> {
  const client = await connect(live)
  try {
    return await dropCheckDatabases(client, (await identify(client)).oid)
  } finally {
    await client.end()
  }
}

/** Only those of this installation: others on the same server have another number in their names. */
async function dropCheckDatabases(client: Client, oid: number): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ $1 and datname <> current_database()`,
    [`^${checkPrefix}${oid}_[0-9]+$`],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
  return rows.length
}

/** Throws if this is, or looks like, the name of the live database. */
export function requireOtherName(name: string, liveName: string): void {
  if (!name.startsWith(checkPrefix) || name === liveName || liveName.startsWith(checkPrefix))
    throw new BackupError(
      `The restore check was refused: the live database ${liveName} has the name of a check. Rename it; names that begin with ${checkPrefix} are dropped.`,
    )
}

/** A pooler can send a connection to another database than the one it names. */
async function requireDatabase(connection: ClientConfig, { name, liveName }: { name: string; liveName: string }) {
  const client = await connect(connection).catch((error) => {
    throw new BackupError(`The restore check cannot connect to its database ${name}: ${messageOf(error)}.`, {
      cause: error,
    })
  })
  try {
    const found = (await identify(client)).name
    if (found === name) return
    const what = found === liveName ? 'the live database' : `the database ${found}`
    throw new BackupError(
      `The restore check was refused: a connection to ${name} reached ${what}. Set DATABASE_URL to PostgreSQL itself, or configure the pooler to pass on names of databases.`,
    )
  } finally {
    await client.end()
  }
}

async function identify(client: Client): Promise<{ name: string; oid: number }> {
  const { rows } = await client.query<{ name: string; oid: number }>(
    'select datname as name, oid::int from pg_database where datname = current_database()',
  )
  return oneRow(rows)
}

async function connect(connection: ClientConfig): Promise<Client> {
  const client = new Client({ ...connection, ...copyTimeLimits })
  client.on('error', () => {})
  await client.connect()
  return client
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

function explain(error: unknown): unknown {
  if (codeOf(error) !== '42501') return error
  return new BackupError(
    'The restore check cannot create a database: the role in DATABASE_URL may not. Run "alter role <role> createdb" as an administrator of PostgreSQL, or set the interval of the checks to 0.',
    { cause: error },
  )
}
