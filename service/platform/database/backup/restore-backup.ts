import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientConfig, type Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Secrets } from '../../secrets.ts'
import type { Db } from '../database.ts'
import { type Migration, migrate, readMigrations, recordMigration } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { copyTimeLimits } from '../time-limits.ts'
import { BackupError, type BackupHeader, type BackupTable } from './format.ts'
import { pauseRules } from './pause-rules.ts'
import { type BackupContents, type BackupVisitor, type Decryption, readBackup } from './read-backup.ts'
import { requireEmptyDatabase } from './require-empty.ts'
import { useCopySettings } from './snapshot.ts'

export interface RestoreOptions {
  connection: ClientConfig
  path: string
  secrets: Secrets
  decryption?: Decryption
  /** Throws if this is not the expected backup, before anything is restored. */
  requireHeader?(header: BackupHeader): void
  /** What verifyBackup returned for this file. */
  verified?: BackupContents
  /** By default those of this version. */
  migrations?: Migration[]
  /** Runs in the same transaction, on the newest layout: the restored data is never visible without it. */
  beforeCommit?(db: Db, contents: BackupContents): Promise<void>
}

/** Reads the whole file and changes nothing; throws if it cannot be restored here. */
export async function verifyBackup(options: Omit<RestoreOptions, 'connection'>): Promise<BackupContents> {
  const { path, secrets, decryption } = options
  const migrations = options.migrations ?? (await readMigrations())
  const requireOurs = (header: BackupHeader) => {
    requireMasterKeys(header, secrets)
    requireMigrations(header, migrations)
    options.requireHeader?.(header)
  }
  return readBackup(path, secrets, { header: requireOurs }, decryption)
}

/** Fills an empty database from a backup: completely, or not at all. */
export async function restoreBackup(options: RestoreOptions): Promise<BackupContents> {
  const { connection } = options
  const migrations = options.migrations ?? (await readMigrations())
  // The whole file is checked before anything is changed.
  const { header } = options.verified ?? (await verifyBackup(options))
  const client = new Client({ ...connection, ...copyTimeLimits })
  client.on('error', () => {})
  await client.connect()
  const pool = poolOfOne(client)
  try {
    await requireEmptyDatabase(client)
    // Creates the (empty) list of migrations, so that there is something to lock.
    await migrate(pool, { migrations: [] })
    return await new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).transaction().execute(async (trx) => {
      await useCopySettings(client)
      // A service that starts now waits here until the data is complete.
      await client.query('lock table migrations in access exclusive mode')
      await requireEmptyDatabase(client)
      const contents = await load(client, options, { migrations, header })
      await options.beforeCommit?.(trx, contents)
      return contents
    })
  } finally {
    await client.end()
  }
}

async function load(
  client: Client,
  { path, secrets, decryption }: RestoreOptions,
  { migrations, header: checked }: { migrations: Migration[]; header: BackupHeader },
): Promise<BackupContents> {
  let applied = new Set<string>()
  let resumeRules = async () => {}
  const visitor: BackupVisitor = {
    async header(header) {
      // The file is read twice, and the folder may be one that others can write to.
      if (!isDeepStrictEqual(header, checked)) throw new BackupError('was replaced while it was restored.')
      applied = new Set(header.migrations.map(({ name }) => name))
      for (const { name, sql } of migrations) if (applied.has(name)) await client.query(sql)
      resumeRules = await pauseRules(client)
      // Migrations may have inserted first rows; the backup has their current state.
      const filled = await findFilled(client, header.tables)
      if (filled.length > 0) await client.query(`truncate ${listOf(client, filled)}`)
    },
    table: (table, rows) => pipeline(rows, client.query(copyFrom(copyStatement(client, table)))),
  }
  const contents = await readBackup(path, secrets, visitor, decryption)
  for (const { name, last_value } of contents.header.sequences) {
    await client.query('select setval($1, $2)', [client.escapeIdentifier(name), last_value])
  }
  await resumeRules()
  await client.query(`analyze ${listOf(client, contents.header.tables)}`)
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    await client.query(migration.sql)
    await recordMigration(client, migration)
  }
  return contents
}

async function findFilled(client: Client, tables: BackupTable[]): Promise<BackupTable[]> {
  const queries = tables.map(
    ({ name }) =>
      `select ${client.escapeLiteral(name)} as name where exists (select from ${client.escapeIdentifier(name)})`,
  )
  const { rows } = await client.query<{ name: string }>(queries.join(' union all '))
  return tables.filter(({ name }) => rows.some((row) => row.name === name))
}

const listOf = (client: Client, tables: BackupTable[]) =>
  tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')

function copyStatement(client: Client, { name, columns }: BackupTable): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `copy ${client.escapeIdentifier(name)} (${list}) from stdin`
}

/** Features use the query builder, COPY uses the client, and both are in the same transaction. */
function poolOfOne(client: Client): Pool {
  const held = Object.assign(client, { release() {} })
  // The query builder uses only these members of a pool.
  return { connect: async () => held, end: async () => {}, options: {} } as unknown as Pool
}

function requireMasterKeys(header: BackupHeader, secrets: Secrets): void {
  const known = secrets.keyIds()
  const missing = header.sealed_under.filter((id) => !known.includes(id))
  if (missing.length === 0) return
  throw new BackupError(
    `was sealed under another master key (${missing.join(', ')}; here: ${known.join(', ')}). Put the master.key file of the server it ` +
      'came from in place of DATA_DIR/master.key, or set MASTER_KEY to what it was there, and restore again.',
  )
}

function requireMigrations(header: BackupHeader, migrations: Migration[]): void {
  for (const { name, digest } of header.migrations) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known)
      throw new BackupError(
        `was made by a newer Flotilla (${header.flotilla}, migration ${name}); restore it with that version.`,
      )
    if (known.digest !== digest)
      throw new BackupError(`was made by a Flotilla whose migration ${name} differs from this one's.`)
  }
}
