import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ProviderRecord, providerSlugs, showProvider } from '../backup-provider.ts'
import { listProviderSecrets } from '../provider-secret-store.ts'

export const listBackupProviders = operation({
  name: 'list-backup-providers',
  summary: 'List the settings of the providers of backups. Secrets are masked.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ api_backups: z.record(z.string(), ProviderRecord) }),
}).does(async (_input, { db }) => {
  const secrets = await listProviderSecrets(db)
  const shown = await Promise.all(providerSlugs.map(async (slug) => [slug, await showProvider(db, slug, secrets)]))
  return { api_backups: Object.fromEntries(shown) }
})
