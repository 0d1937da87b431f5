import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { sql } from 'kysely'
import { type BackupPaths, readBackupStatus } from '../../domain/service-backups/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { checkDisk } from './check-machine.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Status = Awaited<ReturnType<typeof readBackupStatus>>

const subject = 'backups'
const checkSubject = 'restore check'

/** The scheduled backups of Flotilla, their key and folder as this command sees them, and the last restore check. */
export async function checkBackups(
  { db, clock }: { db: Database; clock: Clock },
  paths: BackupPaths,
): Promise<Finding[]> {
  const facts = oneRow(
    await queryRows(
      db,
      sql<{
        has_table: boolean
        may_create: boolean
      }>`select to_regclass('service_backup_settings') is not null as has_table,
        (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as may_create`,
    ),
  )
  // The line about the layout says that migrations are missing.
  if (!facts.has_table) return []
  const status = await readBackupStatus({ db, clock, serviceBackup: paths })
  if (status.settings.target === 'none')
    return [
      checkKey(paths, false),
      warning(
        subject,
        'No scheduled backup is configured. Select a target on the page Backup of Flotilla, or run flotilla backup yourself.',
      ),
    ]
  return [
    checkKey(paths, true),
    ...(status.settings.target === 'folder' && paths.folder ? await checkFolder(paths.folder) : []),
    describeBackups(status),
    describeRestoreCheck(status, facts.may_create),
  ]
}

function checkKey({ keys }: BackupPaths, isNeeded: boolean): Finding {
  if (keys) return ok('BACKUP_KEY', `set (${keys.ids().join(', ')}); keep a copy apart from the backups`)
  return isNeeded
    ? problem('BACKUP_KEY', 'Not set here, so no backup can be written. Set it, or BACKUP_KEY_FILE, for every process.')
    : ok('BACKUP_KEY', 'not set; only scheduled backups need it')
}

async function checkFolder(folder: string): Promise<Finding[]> {
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable)
    return [problem('BACKUP_DIR', `${folder} does not exist or cannot be written by this user. Create or mount it.`)]
  return [{ ...(await checkDisk(folder)), subject: 'BACKUP_DIR' }]
}

const sizeText = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.ceil(bytes / 1e6)} MB`)

function describeBackups({ state, missing, last_success, last_attempt, next_run_at }: Status): Finding {
  const last = last_success
    ? `the last one is of ${last_success.started_at} (${sizeText(last_success.size ?? 0)}, ${last_success.location})`
    : 'none has succeeded yet'
  const failure = last_attempt?.failure ? `The last attempt failed: ${last_attempt.failure}` : null
  switch (state) {
    case 'not_configured':
      return problem(subject, `${missing.join(' ')} Of the backups, ${last}.`)
    case 'late':
      return problem(subject, `They are late: ${last}.${failure ? ` ${failure}` : ''}`)
    case 'failed':
      return warning(subject, `${failure ?? 'The last attempt failed.'} Of the backups, ${last}.`)
    case 'never':
      return warning(subject, `None has run yet; the next one is planned for ${next_run_at}.`)
    case 'ok':
      return ok(subject, last)
  }
}

function describeRestoreCheck({ check_state, last_check, settings }: Status, mayCreate: boolean): Finding {
  if (check_state === 'off')
    return warning(checkSubject, 'Switched off: it is not known whether the backups can be restored.')
  if (!mayCreate)
    return problem(
      checkSubject,
      'The role in DATABASE_URL may not create the database of the check. Run "alter role <role> createdb" as an administrator of PostgreSQL.',
    )
  switch (check_state) {
    case 'never':
      return warning(checkSubject, 'No backup has been restored to check it yet.')
    case 'failed':
      return problem(checkSubject, `The one of ${last_check?.started_at} failed: ${last_check?.failure}`)
    case 'stale':
      return warning(
        checkSubject,
        `The last one is of ${last_check?.started_at}, although one is planned every ${settings.check_days} days. Is a worker running?`,
      )
    case 'passed':
      return ok(checkSubject, `passed at ${last_check?.finished_at} (${last_check?.rows} rows)`)
  }
}
