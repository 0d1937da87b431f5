import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeSettingsIn, planChange } from '../../settings/index.ts'
import {
  movesHost,
  ProviderRecord,
  ProviderSlug,
  providerGroup,
  providerInput,
  readProviderInput,
  showProvider,
  storeSecrets,
} from '../backup-provider.ts'
import { deleteProviderSecrets } from '../provider-secret-store.ts'

export const updateBackupProvider = operation({
  name: 'update-backup-provider',
  summary:
    'Change the settings of a provider of backups. Secrets are never returned, and are deleted when the URL changes to another host. Stored without effect.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ api_slug: ProviderSlug, ...providerInput }),
  output: ProviderRecord,
  // Only the names of fields: some values are secret.
  subject: ({ api_slug, ...given }) => JSON.stringify({ api_slug, changed: Object.keys(given) }),
})
  .plans(async ({ api_slug, ...given }, { db }) => {
    const { settings, secrets } = readProviderInput(api_slug, given)
    const changes = await planChange(db, providerGroup(api_slug), settings)
    const shown = await showProvider(db, api_slug)
    const removes = movesHost(shown, settings.url) && Object.keys(shown.secrets).length > 0
    const would_affect = [...changes, ...Object.keys(secrets).map((name) => ({ secret: name }))]
    return {
      api_slug,
      would_affect,
      warnings: removes ? ['The URL is on another host: stored secrets are deleted.'] : [],
    }
  })
  .does(async ({ api_slug, ...given }, { db, secrets: sealer, clock }) => {
    const { settings, secrets } = readProviderInput(api_slug, given)
    const before = await showProvider(db, api_slug)
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      await changeSettingsIn(trx, providerGroup(api_slug), settings, now)
      // Secrets are valid for the host they were entered for.
      if (movesHost(before, settings.url)) await deleteProviderSecrets(trx, api_slug)
      await storeSecrets({ trx, sealer, now }, api_slug, secrets, before.secrets)
    })
    return showProvider(db, api_slug)
  })
