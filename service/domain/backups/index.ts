import type { Feature } from '../../operation/feature.ts'
import { ingestBackups } from './ingest-backups.ts'

export const backupsFeature: Feature = {
  name: 'backups',
  tables: ['site_backups'],
  operations: [],
  addresses: [],
  // Longer than any report covers.
  retention: [{ table: 'site_backups', keepDays: 800, column: 'at' }],
  ingests: ingestBackups,
}

export { countBackups, listBackups } from './backup-store.ts'
