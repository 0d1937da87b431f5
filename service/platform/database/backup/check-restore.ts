import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { messageOf } from '../../error-facts.ts'
import type { Secrets } from '../../secrets.ts'
import { type Db, queryRows } from '../database.ts'
import { oneRow } from '../one-row.ts'
import type { SealedColumn } from '../sealed-columns.ts'
import { withCheckDatabase } from './check-database.ts'
import type { BackupKeys } from './encryption.ts'
import { BackupError, type BackupHeader } from './format.ts'
import type { BackupContents } from './read-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'

export interface CheckOptions {
  /** The live database; the check uses one of its own on the same server. */
  connection: ClientConfig
  checkId: number
  path: string
  secrets: Secrets
  keys: BackupKeys
  sealed: readonly SealedColumn[]
  /** What was recorded when the backup was made. */
  expected: { createdAt: string; rows: number; counts: Readonly<Record<string, number>> }
}

export interface RestoreCheckSummary {
  tables: number
  rows: number
  /** Kinds of secrets of which one value was opened. */
  secrets: number
}

/** Ends the transaction after a successful check. */
class NothingStored extends Error {}

/**
 * Restores a backup completely, compares it and rolls it back: the restored rows are never committed, so no worker, schedule or
 * sign-in can run on them. Throws a BackupError that says what differs.
 */
export async function checkRestore(options: CheckOptions): Promise<RestoreCheckSummary> {
  const { connection, checkId, path, secrets, keys, expected } = options
  let summary: RestoreCheckSummary | undefined
  const check = async (db: Db, contents: BackupContents) => {
    summary = await compare(db, contents, options)
    throw new NothingStored()
  }
  const requireHeader = ({ created_at }: BackupHeader) => {
    if (created_at !== expected.createdAt)
      throw new BackupError(
        `is another backup than the one that was made: of ${created_at}, not of ${expected.createdAt}.`,
      )
  }
  const common = { path, secrets, decryption: { keys, isRequired: true }, requireHeader }
  // A wrong file is refused before a database is created for it.
  const verified = await verifyBackup(common)
  await withCheckDatabase(connection, checkId, async (checked) => {
    await restoreBackup({ ...common, connection: checked, verified, beforeCommit: check }).catch((error) => {
      if (!(error instanceof NothingStored)) throw error
    })
  })
  if (!summary) throw new Error('The restore ended without a comparison.')
  return summary
}

async function compare(db: Db, { header, rows }: BackupContents, options: CheckOptions): Promise<RestoreCheckSummary> {
  const { expected, secrets, sealed } = options
  if (rows !== expected.rows) throw new BackupError(`The file has ${rows} rows instead of ${expected.rows}.`)
  await queryRows(db, sql`set constraints all immediate`)
  const different: string[] = []
  const applied = await countRows(db, 'migrations')
  for (const { name } of header.tables) {
    // Migrations that are newer than the backup may change rows and drop tables.
    if (applied !== header.migrations.length) break
    const restored = await countRows(db, name)
    if (restored !== expected.counts[name])
      different.push(`${name} has ${restored} rows instead of ${expected.counts[name] ?? 0}`)
  }
  if (different.length > 0)
    throw new BackupError(`The backup was restored with differences: ${different.slice(0, 5).join('; ')}.`)
  return { tables: header.tables.length, rows, secrets: await openOneOfEach(db, secrets, sealed) }
}

async function countRows(db: Db, table: string): Promise<number> {
  return oneRow(await queryRows(db, sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`)).count
}

/** Opens one value of every sealed column that has one; returns their number. */
async function openOneOfEach(db: Db, secrets: Secrets, sealed: readonly SealedColumn[]): Promise<number> {
  const known = await queryRows(
    db,
    sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema()`,
  )
  const names = new Set(known.map(({ name }) => name))
  let opened = 0
  for (const column of sealed.filter((name) => names.has(name))) {
    const [table = '', name = ''] = column.split('.')
    const [row] = await queryRows(
      db,
      sql<{
        value: string
      }>`select ${sql.id(name)} as value from ${sql.id(table)} where ${sql.id(name)} is not null limit 1`,
    )
    if (!row) continue
    try {
      secrets.open(row.value, column)
    } catch (error) {
      throw new BackupError(`The backup has a secret that cannot be opened. ${messageOf(error)}`, { cause: error })
    }
    opened++
  }
  return opened
}
