import type { CheckRow } from './backup-check-store.ts'
import type { BackupSettingsRow } from './backup-settings-store.ts'
import type { BackupRow } from './service-backup-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Weekly backups run on Sundays: the first of January 1970 was a Thursday. */
const sundayMs = 3 * dayMs
const retryAfterMs = hourMs

type Timing = Pick<BackupSettingsRow, 'interval_hours' | 'start_hour'>

/** The last planned time up to now; times are in UTC. */
export function lastPlanned({ interval_hours, start_hour }: Timing, now: Date): Date {
  const period = interval_hours * hourMs
  const offset = start_hour * hourMs + sundayMs
  return new Date(Math.floor((now.getTime() - offset) / period) * period + offset)
}

export const nextPlanned = (timing: Timing, now: Date): Date =>
  new Date(lastPlanned(timing, now).getTime() + timing.interval_hours * hourMs)

/** Whether a backup must start now. After a failure the next attempt is an hour later. */
export function isBackupDue(
  timing: Timing,
  last: Pick<BackupRow, 'status' | 'started_at' | 'finished_at'> | undefined,
  now: Date,
): boolean {
  if (!last || last.started_at < lastPlanned(timing, now)) return true
  if (last.status === 'done') return false
  return now.getTime() - (last.finished_at ?? last.started_at).getTime() >= retryAfterMs
}

/** From this age on the last backup is late: half an interval more, and at least two hours. */
export const maxAgeMs = ({ interval_hours }: Timing): number =>
  interval_hours * hourMs + Math.max(2 * hourMs, (interval_hours * hourMs) / 2)

export const isLate = (timing: Timing, since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() > maxAgeMs(timing)

/** Whether a restore check must start now; after a failure the next one is a day later. */
export function isCheckDue(
  checkDays: number,
  last: Pick<CheckRow, 'status' | 'started_at'> | undefined,
  now: Date,
): boolean {
  if (checkDays === 0) return false
  if (!last) return true
  const days = last.status === 'failed' ? Math.min(1, checkDays) : checkDays
  return now.getTime() - last.started_at.getTime() >= days * dayMs
}

/** A passed check that is older than two intervals proves nothing about the backups of now. */
export const maxCheckAgeMs = (checkDays: number): number => 2 * checkDays * dayMs

export const isRestoreCheckStale = (
  checkDays: number,
  { started_at }: Pick<CheckRow, 'started_at'>,
  now: Date,
): boolean => checkDays > 0 && now.getTime() - started_at.getTime() > maxCheckAgeMs(checkDays)
