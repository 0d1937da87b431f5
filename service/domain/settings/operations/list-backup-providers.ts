import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ShownProvider, showProvider } from '../backup-provider.ts'
import { providerSlugs } from '../groups/api-backups.ts'
import { listSecrets } from '../provider-secret-store.ts'

export const listBackupProviders = operation({
  name: 'list-backup-providers',
  summary: 'Read what is set for the providers of backups. Secrets are masked.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ api_backups: z.record(z.string(), ShownProvider) }),
}).does(async (_input, { db }) => {
  const secrets = await listSecrets(db)
  const shown = await Promise.all(providerSlugs.map(async (slug) => [slug, await showProvider(db, slug, secrets)]))
  return { api_backups: Object.fromEntries(shown) }
})
