import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { BackupStatus, readBackupStatus } from '../service-backup.ts'

export const getServiceBackupStatus = operation({
  name: 'get-service-backup-status',
  summary:
    'Get the settings of the backups of Flotilla itself, the last backup, the last restore check, the next run and what is missing.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: BackupStatus,
}).does((_input, context) => readBackupStatus(context))
