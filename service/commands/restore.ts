import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { revokeAllCredentials } from '../domain/access/index.ts'
import { startEventEpoch } from '../domain/events/index.ts'
import { openAuditTrail } from '../operation/audit-store.ts'
import { moveAnchor } from '../operation/audit-trail/anchor.ts'
import type { Config } from '../platform/config.ts'
import { readBackupKeys } from '../platform/database/backup/encryption.ts'
import { restoreBackup } from '../platform/database/backup/restore-backup.ts'
import { openDatabase } from '../platform/database/database.ts'
import { commandLine, withPlatform } from './command-platform.ts'
import { readArguments } from './read-arguments.ts'

const usage = 'flotilla restore <file> [--keep-keys]'

export async function run(config: Config, args: string[]): Promise<void> {
  const { values, positional } = readArguments(args, usage, { 'keep-keys': { type: 'boolean', default: false } }, 1)
  const path = resolve(positional)
  const keepKeys = values['keep-keys']
  await withPlatform(config, async ({ connection, secrets, clock, auditAnchor }) => {
    const { header, rows } = await restoreBackup({
      connection,
      path,
      secrets,
      decryption: { keys: readBackupKeys(config.BACKUP_KEY) },
      async beforeCommit(restored) {
        await startEventEpoch(restored)
        // A key that was revoked after the backup must not work again.
        if (!keepKeys) await revokeAllCredentials(restored)
      },
    })
    const db = openDatabase(connection)
    try {
      const subject = JSON.stringify({ file: basename(path), made: header.created_at, keep_keys: keepKeys })
      const line = { actor: commandLine, requestId: randomUUID(), operation: 'restore-backup', subject, outcome: 'ok' }
      const audit = await openAuditTrail({ db, clock, secrets })
      await audit.record(line)
      // The lines after the backup are not in the database any more; the trail continues with the line of the restore.
      await rm(auditAnchor, { force: true })
      await moveAnchor({ db, clock, key: audit.key, path: auditAnchor })
    } finally {
      await db.destroy()
    }
    console.log(`Restored ${rows} rows of ${header.tables.length} tables, as they were at ${header.created_at}.`)
    console.log(
      keepKeys
        ? 'API keys, application passwords and sessions work as they did then, including those revoked later.'
        : 'API keys, application passwords and sessions were revoked; users sign in with their passwords of that time.',
    )
  })
}
