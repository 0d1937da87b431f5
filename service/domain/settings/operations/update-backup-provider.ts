import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import {
  keepSecrets,
  movesHost,
  ProviderSlug,
  providerInput,
  readWritten,
  ShownProvider,
  showProvider,
} from '../backup-provider.ts'
import { changeWithin, planChange } from '../change-settings.ts'
import { providerGroup } from '../groups/api-backups.ts'
import { deleteSecrets } from '../provider-secret-store.ts'

export const updateBackupProvider = operation({
  name: 'update-backup-provider',
  summary:
    'Change what is set for a provider of backups. Secrets are written, never shown, and removed when the address moves to another host. Stored without effect.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({ api_slug: ProviderSlug, ...providerInput }),
  output: ShownProvider,
  // Which fields, never what they hold: some of it is secret.
  subject: ({ api_slug, ...given }) => JSON.stringify({ api_slug, changed: Object.keys(given) }),
})
  .plans(async ({ api_slug, ...given }, { db }) => {
    const { settings, secrets } = readWritten(api_slug, given)
    const changes = await planChange(db, providerGroup(api_slug), settings)
    const shown = await showProvider(db, api_slug)
    const removes = movesHost(shown, settings.url) && Object.keys(shown.secrets).length > 0
    const would_affect = [...changes, ...Object.keys(secrets).map((name) => ({ secret: name }))]
    return {
      api_slug,
      would_affect,
      warnings: removes ? ['The address is on another host: stored secrets are removed.'] : [],
    }
  })
  .does(async ({ api_slug, ...given }, { db, secrets: vault, clock }) => {
    const { settings, secrets } = readWritten(api_slug, given)
    const before = await showProvider(db, api_slug)
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      await changeWithin(trx, providerGroup(api_slug), settings, now)
      // A secret belongs to the host it was entered for.
      if (movesHost(before, settings.url)) await deleteSecrets(trx, api_slug)
      await keepSecrets({ trx, vault, now }, api_slug, secrets, before.secrets)
    })
    return showProvider(db, api_slug)
  })
