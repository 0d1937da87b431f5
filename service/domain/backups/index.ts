import type { Feature } from '../../operation/feature.ts'
import { ingestBackups } from './ingest-backups.ts'
import { forgetOldBackups } from './operations/forget-old-backups.ts'

export const backupsFeature: Feature = {
  name: 'backups',
  tables: ['site_backups'],
  operations: [forgetOldBackups],
  addresses: [],
  schedule: [{ operation: forgetOldBackups, cron: '29 3 * * *' }],
  ingests: ingestBackups,
}

export { countBackups, listBackups } from './backup-store.ts'
