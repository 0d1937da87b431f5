import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { announceAccessProtection } from '../../events/index.ts'
import { changeAccess } from '../access-changes.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { updateAccessUntil } from '../oidc/identity-store.ts'
import { openProvider } from '../oidc/oidc-client.ts'
import { oidcSettings, oidcSettingsRecord, requireIssuer, toSettingsRecord } from '../oidc/oidc-settings.ts'
import {
  clientSecretColumn,
  findOidcSettings,
  type OidcSettingsRow,
  updateOidcSettings,
} from '../oidc/oidc-settings-store.ts'
import { requireUsedIds } from '../users/limit-fields.ts'
import { readRole } from '../users/role.ts'
import { requireRole } from '../users/role-store.ts'

const changesInput = z.strictObject({
  ...oidcSettings.partial().shape,
  client_secret: z
    .string()
    .max(1_000)
    .nullable()
    .optional()
    .describe('Stored sealed and never shown; null removes it.'),
})

export const updateSingleSignOn = operation({
  name: 'update-single-sign-on',
  summary:
    'Change the settings of single sign-on (OpenID Connect). When it is enabled, the configuration of the provider is read first.',
  effect: 'change',
  idempotent: true,
  permission: 'access.manage',
  stepUp: true,
  input: changesInput,
  readOnly: ['has_client_secret', 'redirect_uri', 'problem'],
  output: oidcSettingsRecord,
  subject: () => 'single sign-on',
})
  .plans(async (changes, context) => {
    const { issuer } = await changed(changes, context)
    return { would_affect: [{ issuer }] }
  })
  .does(async (changes, context) => {
    const settings = await changed(changes, context)
    if (settings.enabled) await openProvider(context, settings)
    await changeAccess(context, 'everyone', async (trx) => {
      await updateOidcSettings(trx, settings)
      await announceAccessProtection(context, trx, 'single-sign-on')
      await updateAccessUntil(trx, settings.key_days, context.clock.now())
    })
    return toSettingsRecord(await findOidcSettings(context.db), context)
  })

async function changed(changes: z.output<typeof changesInput>, context: Context): Promise<OidcSettingsRow> {
  await requireRightsToManageUsers(context.db, context.actor)
  const { client_secret, ...given } = changes
  const present = await findOidcSettings(context.db)
  const settings: OidcSettingsRow = { ...present, ...definedOf(given) }
  if (client_secret !== undefined)
    settings.client_secret = client_secret ? context.secrets.seal(client_secret, clientSecretColumn) : null
  if (settings.issuer !== '') requireIssuer(settings.issuer)
  if (settings.enabled && settings.issuer === '') throw invalidInput({ issuer: 'is needed to enable single sign-on' })
  if (settings.enabled && settings.client_id === '')
    throw invalidInput({ client_id: 'is needed to enable single sign-on' })
  for (const mapping of given.mappings ?? []) {
    const { role, role_id } = mapping
    readRole(role_id === null ? { role } : { role, role_id })
    if (role_id !== null) await requireRole(context.db, role_id)
    await requireUsedIds(context.db, mapping)
  }
  // The secret of one provider must not be sent to another.
  if (settings.issuer !== present.issuer && client_secret === undefined) settings.client_secret = null
  return settings
}

const definedOf = (given: Partial<OidcSettingsRow>): Partial<OidcSettingsRow> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
