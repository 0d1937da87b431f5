import { route } from '../../operation/address.ts'
import type { Feature } from '../../operation/feature.ts'
import { listBackupProviders } from './operations/list-backup-providers.ts'
import { updateBackupProvider } from './operations/update-backup-provider.ts'
import { providerSecretColumn } from './provider-secret-store.ts'

export const backupProvidersFeature: Feature = {
  name: 'backup-providers',
  tables: ['provider_secrets'],
  operations: [listBackupProviders, updateBackupProvider],
  addresses: [
    route('GET /settings/api-backups', listBackupProviders),
    route('PUT|PATCH /settings/api-backups/{api_slug}/edit', updateBackupProvider, {
      message: 'Backup provider updated.',
    }),
  ],
  sealed: [providerSecretColumn],
}
