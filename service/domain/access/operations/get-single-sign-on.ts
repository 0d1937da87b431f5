import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { oidcSettingsRecord, toSettingsRecord } from '../oidc/oidc-settings.ts'
import { findOidcSettings } from '../oidc/oidc-settings-store.ts'

export const getSingleSignOn = operation({
  name: 'get-single-sign-on',
  summary: 'Show the settings of single sign-on (OpenID Connect), without the client secret.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({}),
  output: oidcSettingsRecord,
}).does(async (_input, context) => toSettingsRecord(await findOidcSettings(context.db), context))
