import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { grantedRightsFields } from '../users/granted-rights.ts'
import { userRole } from '../users/role.ts'
import { oneLineText } from '../users/user.ts'
import { ssoOff } from './oidc-errors.ts'
import { clientSecretColumn, type OidcSettingsRow } from './oidc-settings-store.ts'

/** The page of the dashboard that the provider sends people back to. */
export const callbackPath = '/sign-in/callback'

export const groupMapping = z.strictObject({
  group: oneLineText(200).min(1).describe('The name of the group, exactly as the provider sends it.'),
  ...grantedRightsFields,
  role: userRole,
})

export const oidcSettings = z.object({
  enabled: z.boolean(),
  name: oneLineText(60).describe('Shown on the button: Sign in with …'),
  issuer: z.string().max(500),
  client_id: oneLineText(200),
  scopes: oneLineText(300),
  group_claim: oneLineText(100).min(1),
  mappings: z.array(groupMapping).max(200).describe('The first entry with a group of the person applies.'),
  key_days: z.int().min(1).max(365).describe('Days without sign-in after which keys of people of the provider stop.'),
})

const ids = z.array(z.int()).nullable()

/** Without the rules of the input: what is stored is shown as it is. */
export const oidcSettingsRecord = z.object({
  enabled: z.boolean(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  scopes: z.string(),
  group_claim: z.string(),
  mappings: z.array(
    z.object({
      group: z.string(),
      role: userRole,
      role_id: z.int().nullable(),
      site_ids: ids,
      tag_ids: ids,
      client_ids: ids,
    }),
  ),
  key_days: z.int(),
  has_client_secret: z.boolean(),
  redirect_uri: z.string().nullable().describe('To register at the provider.'),
  problem: z.string().nullable().describe('Why single sign-on is off although it is enabled.'),
})

export function toSettingsRecord(
  { client_secret, mappings, ...settings }: OidcSettingsRow,
  context: Pick<Context, 'publicUrl'>,
): z.input<typeof oidcSettingsRecord> {
  return {
    ...settings,
    mappings: mappings.map(({ role_id = null, site_ids = null, tag_ids = null, client_ids = null, ...mapping }) => ({
      ...mapping,
      role_id,
      site_ids,
      tag_ids,
      client_ids,
    })),
    has_client_secret: client_secret !== null,
    redirect_uri: context.publicUrl === null ? null : redirectUri(context),
    problem: settings.enabled ? (ssoProblem(settings, context)?.message ?? null) : null,
  }
}

/** From PUBLIC_URL only: a forged Host must not receive the answer of the provider. */
export const redirectUri = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => `${publicUrl}${callbackPath}`

/** Why people cannot sign in by single sign-on now, or null. */
export function ssoProblem({ enabled }: Pick<OidcSettingsRow, 'enabled'>, { publicUrl }: Pick<Context, 'publicUrl'>) {
  if (!enabled) return ssoOff('Single sign-on is off. An administrator can switch it on in the settings.')
  if (publicUrl === null)
    return ssoOff('Single sign-on needs PUBLIC_URL, the address people use. Set it and start the service again.')
  return null
}

export const openClientSecret = (
  { client_secret }: OidcSettingsRow,
  { secrets }: Pick<Context, 'secrets'>,
): string | null => client_secret && secrets.open(client_secret, clientSecretColumn)

const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** https, except on this machine, which the address guard allows only by ALLOW_NETWORKS. */
export const isSecureProviderUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.test(url.hostname))
}

export function requireIssuer(issuer: string): void {
  const url = URL.parse(issuer)
  if (!url || !isSecureProviderUrl(issuer) || url.username || url.password || url.search || url.hash)
    throw invalidInput({ issuer: 'must be the https address of the provider, as in its documentation' })
}
