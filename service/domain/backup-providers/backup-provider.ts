import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { isSameHost } from '../../platform/outbound/same-host.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { typedEntries, typedKeys } from '../../platform/typed-keys.ts'
import {
  type AnySettings,
  describeSetting,
  plain,
  readSettings,
  type Setting,
  type SettingsGroup,
  singleLine,
  validText,
} from '../settings/index.ts'
import {
  deleteProviderSecret,
  listProviderSecrets,
  type MaskedSecret,
  providerSecretColumn,
  type SecretName,
  secretNames,
  upsertProviderSecret,
} from './provider-secret-store.ts'

/** The settings and secrets of a provider. */
interface Provider {
  label: string
  settings: AnySettings
  secrets: readonly SecretName[]
}

const isWebAddress = (text: string) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '')
const isMailAddress = (text: string) => text === '' || z.email().safeParse(text).success

const enabled: Setting<boolean> = {
  ...plain(z.boolean(), false, 'Whether the provider is used.'),
  inputSchema: z.union([z.boolean(), z.literal([0, 1]), z.null()]),
  toStored: (given) => given === true || given === 1,
}

/** Every field that some provider has. */
const fields = {
  account_email: validText(isMailAddress, 'must be an e-mail address', '', 'The e-mail address of the account.'),
  company_id: singleLine(100, '', 'The number of the company.'),
  username: singleLine(100, '', 'The name of the account.'),
  url: validText(isWebAddress, 'must be an http or https URL', '', 'The address of the control panel.'),
  site_path: singleLine(100, '', 'The folder of the sites.'),
}

const apiKeyOnly: readonly SecretName[] = ['api_key']

const definitions = {
  cloudways: { label: 'Cloudways', settings: { account_email: fields.account_email }, secrets: apiKeyOnly },
  gridpane: { label: 'GridPane', settings: {}, secrets: apiKeyOnly },
  vultr: { label: 'Vultr', settings: {}, secrets: apiKeyOnly },
  linode: { label: 'Akamai (Linode)', settings: {}, secrets: apiKeyOnly },
  digitalocean: { label: 'DigitalOcean', settings: {}, secrets: apiKeyOnly },
  cpanel: {
    label: 'cPanel',
    settings: { url: fields.url, site_path: fields.site_path, username: fields.username },
    secrets: ['password', 'api_key'],
  },
  plesk: { label: 'Plesk', settings: { url: fields.url }, secrets: apiKeyOnly },
  kinsta: {
    label: 'Kinsta',
    settings: { account_email: fields.account_email, company_id: fields.company_id },
    secrets: apiKeyOnly,
  },
} satisfies Record<string, Provider>

export type ProviderSlug = keyof typeof definitions
export const providerSlugs = typedKeys(definitions)

export const providers: Record<ProviderSlug, Provider> = definitions

export const providerFields: AnySettings = { enabled, ...fields }

export const providerGroup = (slug: ProviderSlug): SettingsGroup<AnySettings & { enabled: Setting<boolean> }> => ({
  name: `api-backups/${slug}`,
  title: `${providers[slug].label} backups`,
  settings: { enabled, ...providers[slug].settings },
})

export const ProviderSlug = z.enum(providerSlugs).describe('The provider.')

const Secret = z.union([z.string().min(1).max(1000), z.literal(''), z.null()])

const dotted = (name: SecretName) => `secrets.${name}`

const secretFields = Object.fromEntries(
  secretNames.map((name) => [
    name,
    Secret.describe('Stored sealed and never returned; null or "" deletes it.').optional(),
  ]),
)

export const providerInput = {
  ...Object.fromEntries(
    Object.entries(providerFields).map(([key, field]) => [
      key,
      field.inputSchema.describe(describeSetting(field)).optional(),
    ]),
  ),
  password: Secret.describe('Same as secrets.password.').optional(),
  secrets: z.strictObject(secretFields).optional(),
  ...Object.fromEntries(
    secretNames.map((name) => [dotted(name), Secret.describe(`Same as ${name} in secrets.`).optional()]),
  ),
}

export const ProviderRecord = z.object({
  label: z.string(),
  ...Object.fromEntries(
    Object.entries(providerFields).map(([key, field]) => [key, field.storedSchema.describe(field.summary).optional()]),
  ),
  enabled: z.boolean(),
  secrets: z.record(z.string(), z.string()).describe('The stored secrets, masked: **** and the ending.'),
})
export type ProviderRecord = z.output<typeof ProviderRecord>

export type ProviderInput = Readonly<Record<string, unknown>> & {
  password?: string | null | undefined
  secrets?: Readonly<Record<string, string | null | undefined>> | undefined
}

/** The sent settings and secrets. Throws for fields that this provider does not have. */
export function readProviderInput(slug: ProviderSlug, { password, secrets: nested = {}, ...rest }: ProviderInput) {
  const { settings, secrets } = takeDotted(rest, nested)
  const given: Record<string, string | null | undefined> = { ...(password !== undefined && { password }), ...secrets }
  if (password !== undefined && secrets.password !== undefined)
    throw invalidInput({ password: 'is the same as secrets.password; send only one of them' })
  const known = Object.keys(providerGroup(slug).settings)
  const allowed = [...known, ...providers[slug].secrets.map((name) => `secrets.${name}`)].join(', ')
  const problems = [
    ...Object.keys(settings).filter((key) => settings[key] !== undefined && !known.includes(key)),
    ...Object.keys(given)
      .filter((name) => given[name] !== undefined && !providers[slug].secrets.some((secret) => secret === name))
      .map((name) => (name === 'password' && secrets.password === undefined ? name : `secrets.${name}`)),
  ].map((field) => [field, `is not a field of ${providers[slug].label}; its fields: ${allowed}`])
  if (problems.length > 0) throw invalidInput(Object.fromEntries(problems))
  const sent: Partial<Record<SecretName, string | null>> = {}
  for (const name of secretNames) if (given[name] !== undefined) sent[name] = given[name]
  return { settings, secrets: sent }
}

/** Moves `secrets.api_key`, sent with a dot in its name, to the other secrets. */
function takeDotted(
  rest: Readonly<Record<string, unknown>>,
  nested: Readonly<Record<string, string | null | undefined>>,
) {
  const settings = { ...rest }
  const secrets: Record<string, string | null | undefined> = { ...nested }
  for (const name of secretNames) {
    const value = Secret.optional().parse(settings[dotted(name)])
    delete settings[dotted(name)]
    if (value === undefined) continue
    if (secrets[name] !== undefined)
      throw invalidInput({ [dotted(name)]: `is the same as ${name} in secrets; send only one of them` })
    secrets[name] = value
  }
  return { settings, secrets }
}

export async function showProvider(db: Db, slug: ProviderSlug, stored?: MaskedSecret[]): Promise<ProviderRecord> {
  const secrets = (stored ?? (await listProviderSecrets(db))).filter(({ provider }) => provider === slug)
  const values = await readSettings(db, providerGroup(slug))
  return {
    label: providers[slug].label,
    ...values,
    secrets: Object.fromEntries(secrets.map(({ name, ending }) => [name, `****${ending}`])),
  }
}

/** Whether the URL changes to another host, which must not get the secrets of the old one. */
export function movesHost(shown: ProviderRecord & { url?: string }, given: unknown): boolean {
  return given !== undefined && !!shown.url && !isSameHost(shown.url, String(given ?? ''))
}

/** Seals the sent secrets and deletes those sent empty. `shown`: the masked values of the stored secrets. */
export async function storeSecrets(
  { trx, sealer, now }: { trx: Db; sealer: Secrets; now: Date },
  provider: ProviderSlug,
  sent: Partial<Record<SecretName, string | null>>,
  shown: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, secret] of typedEntries(sent)) {
    // A mask that is sent back does not change the secret.
    if (secret && secret === shown[name]) continue
    if (!secret) await deleteProviderSecret(trx, provider, name)
    else {
      const sealed = sealer.seal(secret, providerSecretColumn)
      await upsertProviderSecret(trx, { provider, name, ending: endingOf(name, secret), sealed }, now)
    }
  }
}

/** The ending identifies a long key; of a short secret or a password it would reveal too much. */
const endingOf = (name: SecretName, secret: string) =>
  name === 'api_key' && secret.length >= 16 ? secret.slice(-4) : ''
