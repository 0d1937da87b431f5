import { ServiceError } from '../../operation/errors.ts'
import { S3Error } from '../../platform/backup-storage/s3.ts'
import { BackupError } from '../../platform/database/backup/format.ts'
import { codeOf, messageOf } from '../../platform/error-facts.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'

export const backupNotConfigured = (missing: readonly string[]) =>
  new ServiceError(
    'svc_backup_not_configured',
    'precondition',
    `Backups of Flotilla are not configured. ${missing.join(' ')}`,
  )

export const backupRunning = () =>
  new ServiceError('svc_backup_running', 'conflict', 'A backup of Flotilla is running. Wait until it has ended.')

export const restoreCheckRunning = () =>
  new ServiceError('svc_backup_running', 'conflict', 'A restore check is running. Wait until it has ended.')

export const backupNotFound = (id: number | null) =>
  new ServiceError(
    'svc_backup_not_found',
    'missing',
    id === null
      ? 'There is no stored backup of Flotilla yet. Start one first.'
      : `There is no stored backup ${id} of Flotilla. GET /service-backups lists them.`,
  )

export const backupEnded = () =>
  new ServiceError('svc_backup_ended', 'conflict', 'This backup or check has ended. Start a new one.')

export const backupFailed = (failure: string) => new ServiceError('svc_backup_failed', 'unavailable', failure)

/** What went wrong, as a sentence without credentials. */
export function describeFailure(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full. Free space in the folder of the backups and of DATA_DIR, or keep fewer backups.'
  if (code === '53100') return 'The disk of the database is full.'
  if (code === 'ENOENT') return 'The folder for backups does not exist. Create it, or mount it.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'Flotilla may not write to the folder for backups. Change its owner or its permissions.'
  if (error instanceof OutboundError && error.code === 'address_refused')
    return `The storage has a private address (${error.host}). Add its network to ALLOW_NETWORKS if it may be called.`
  if (error instanceof OutboundError) return `The storage cannot be reached: ${error.message}`
  if (error instanceof BackupError || error instanceof S3Error || error instanceof ServiceError) return messageOf(error)
  return `The backup failed unexpectedly: ${messageOf(error).slice(0, 300)}`
}
