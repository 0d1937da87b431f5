import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import {
  keepSecrets,
  ProviderSlug,
  readWritten,
  ShownProvider,
  showProvider,
  writtenProvider,
} from '../backup-provider.ts'
import { changeWithin, planChange } from '../change-settings.ts'
import { providerGroup } from '../groups/api-backups.ts'

export const updateBackupProvider = operation({
  name: 'update-backup-provider',
  summary: 'Change what is set for a provider of backups. Secrets are written and never shown. Stored without effect.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({ api_slug: ProviderSlug, ...writtenProvider }),
  output: ShownProvider,
  // Which fields, never what they hold: some of it is secret.
  subject: ({ api_slug, ...given }) => JSON.stringify({ api_slug, changed: Object.keys(given) }),
})
  .plans(async ({ api_slug, ...given }, { db }) => {
    const { settings, secrets } = readWritten(api_slug, given)
    const changes = await planChange(db, providerGroup(api_slug), settings)
    return { api_slug, would_affect: [...changes, ...Object.keys(secrets).map((name) => ({ secret: name }))] }
  })
  .does(async ({ api_slug, ...given }, { db, secrets: vault, clock }) => {
    const { settings, secrets } = readWritten(api_slug, given)
    const { secrets: shown } = await showProvider(db, api_slug)
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      await changeWithin(trx, providerGroup(api_slug), settings, now)
      await keepSecrets({ trx, vault, now }, api_slug, secrets, shown)
    })
    return showProvider(db, api_slug)
  })
