import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { ServiceBackup, toServiceBackup } from '../service-backup.ts'
import { countServiceBackups, listServiceBackupRows } from '../service-backup-store.ts'

export const listServiceBackups = operation({
  name: 'list-service-backups',
  summary: 'List the backups of Flotilla itself, newest first, including failed and deleted ones.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({ page, per_page: perPage(20, 100) }),
  output: paged(ServiceBackup),
}).does(async ({ page, per_page }, { db }) => {
  const [rows, total] = await Promise.all([
    listServiceBackupRows(db, { page, perPage: per_page }),
    countServiceBackups(db),
  ])
  return { items: rows.map(toServiceBackup), page, per_page, total }
})
