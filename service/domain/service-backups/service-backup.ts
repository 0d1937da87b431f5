import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { type CheckRow, findLastRestoreCheck, findRunningRestoreCheck } from './backup-check-store.ts'
import { type BackupPaths, listMissing } from './backup-environment.ts'
import { isLate, isRestoreCheckStale, maxAgeMs, nextPlanned } from './backup-schedule.ts'
import { type BackupSettings, backupTargets, findBackupSettings } from './backup-settings-store.ts'
import { type BackupRow, findLastBackup, findLastEndedBackup, findRunningBackup } from './service-backup-store.ts'

export const ServiceBackup = z.object({
  id: z.int(),
  name: z.string().describe('The name of its file.'),
  target: z.enum(['folder', 's3']),
  location: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  step: z.enum(['writing', 'storing', 'ended']),
  job_id: z.string().nullable(),
  started_by: z.string(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  bytes_done: z.int().describe('Of this step, while it runs.'),
  size: z.int().nullable().describe('Bytes of the file; null until it is written.'),
  rows: z.int().nullable(),
  failure: z.string().nullable(),
  deleted_at: timestamp.nullable().describe('When its file was deleted by the retention rule.'),
})

export const toServiceBackup = (row: BackupRow): z.input<typeof ServiceBackup> => {
  const { id, name, target, location, status, step, started_by, bytes_done, size, rows, failure } = row
  return {
    ...{ id, name, target, location, status, step, started_by, bytes_done, size, rows, failure },
    job_id: row.job_id === null ? null : String(row.job_id),
    started_at: isoTime(row.started_at),
    finished_at: isoTime(row.finished_at),
    deleted_at: isoTime(row.deleted_at),
  }
}

export const RestoreCheck = z.object({
  id: z.int(),
  backup_id: z.int(),
  status: z.enum(['running', 'passed', 'failed']),
  job_id: z.string().nullable(),
  started_by: z.string(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  tables: z.int().nullable(),
  rows: z.int().nullable(),
  secrets: z.int().nullable().describe('Kinds of secrets of which one value was opened.'),
  failure: z.string().nullable(),
})

export const toRestoreCheck = (row: CheckRow): z.input<typeof RestoreCheck> => ({
  ...row,
  job_id: row.job_id === null ? null : String(row.job_id),
  started_at: isoTime(row.started_at),
  finished_at: isoTime(row.finished_at),
})

export const BackupSettingsRecord = z.object({
  target: z.enum(backupTargets),
  s3_endpoint: z.string(),
  s3_region: z.string(),
  s3_bucket: z.string(),
  s3_prefix: z.string(),
  s3_access_key_id: z.string(),
  has_s3_secret: z.boolean(),
  interval_hours: z.int(),
  start_hour: z.int(),
  keep_count: z.int(),
  keep_days: z.int(),
  check_days: z.int(),
})

export const toBackupSettings = (row: BackupSettings): z.input<typeof BackupSettingsRecord> => ({
  ...row,
  has_s3_secret: row.s3_secret !== null,
})

export const backupStates = ['not_configured', 'never', 'late', 'failed', 'ok'] as const
export const checkStates = ['off', 'never', 'stale', 'failed', 'passed'] as const

export const BackupStatus = z.object({
  state: z
    .enum(backupStates)
    .describe(
      'not_configured: see missing; never: none has succeeded yet; late: the last success is too old; failed: the last attempt failed; ok.',
    ),
  missing: z.array(z.string()).describe('What is missing to back up, one sentence each.'),
  folder: z.string().nullable().describe('BACKUP_DIR of the process that answers.'),
  has_key: z.boolean().describe('Whether BACKUP_KEY is set in the process that answers.'),
  settings: BackupSettingsRecord,
  running: ServiceBackup.nullable(),
  last_success: ServiceBackup.nullable().describe('The newest one whose file is stored.'),
  last_attempt: ServiceBackup.nullable().describe('The newest one that ended.'),
  next_run_at: timestamp.nullable(),
  max_age_seconds: z.int().describe('From this age on the last success is late.'),
  check_state: z
    .enum(checkStates)
    .describe(
      'failed: the last check failed; off: none is planned; never: none has ended yet; stale: the last one passed too long ago; passed.',
    ),
  running_check: RestoreCheck.nullable(),
  last_check: RestoreCheck.nullable().describe('The newest one that ended.'),
})

/** When the schedule last had nothing to be late for: the last success, or the time it was configured. */
export const upToDateSince = (settings: BackupSettings, last: BackupRow | undefined) =>
  last?.started_at ?? settings.changed_at

export async function readBackupStatus({
  db,
  clock,
  serviceBackup,
}: Pick<Context, 'clock'> & { db: Db; serviceBackup: BackupPaths }): Promise<z.input<typeof BackupStatus>> {
  const [settings, running, success, attempt, check, runningCheck] = await Promise.all([
    findBackupSettings(db),
    findRunningBackup(db),
    findLastBackup(db),
    findLastEndedBackup(db),
    findLastRestoreCheck(db),
    findRunningRestoreCheck(db),
  ])
  const now = clock.now()
  const missing = listMissing(serviceBackup, settings)
  const since = upToDateSince(settings, success)
  return {
    state: stateOf(),
    missing,
    folder: serviceBackup.folder,
    has_key: serviceBackup.keys !== null,
    settings: toBackupSettings(settings),
    running: running ? toServiceBackup(running) : null,
    last_success: success ? toServiceBackup(success) : null,
    last_attempt: attempt ? toServiceBackup(attempt) : null,
    next_run_at: missing.length > 0 ? null : isoTime(nextPlanned(settings, now)),
    max_age_seconds: maxAgeMs(settings) / 1000,
    check_state: checkStateOf(),
    running_check: runningCheck ? toRestoreCheck(runningCheck) : null,
    last_check: check ? toRestoreCheck(check) : null,
  }

  function stateOf(): (typeof backupStates)[number] {
    if (missing.length > 0) return 'not_configured'
    if (since !== null && isLate(settings, since, now)) return 'late'
    if (attempt?.status === 'failed') return 'failed'
    return success ? 'ok' : 'never'
  }

  function checkStateOf(): (typeof checkStates)[number] {
    // A check that a person started can have failed, too.
    if (check?.status === 'failed') return 'failed'
    if (settings.check_days === 0) return 'off'
    if (!check) return 'never'
    return isRestoreCheckStale(settings.check_days, check, now) ? 'stale' : 'passed'
  }
}
