import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { isSameHost } from '../../platform/outbound/same-host.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readSettings } from './change-settings.ts'
import {
  providerFields,
  providerGroup,
  providerSlugs,
  providers,
  type SecretName,
  secretNames,
} from './groups/api-backups.ts'
import { deleteSecret, listSecrets, type ShownSecret, sealedSecret, storeSecret } from './provider-secret-store.ts'
import { describeSetting } from './setting.ts'

/** A provider of backups: what it needs to know, and which secrets it has, told by their endings. */

export const ProviderSlug = z.enum(providerSlugs).describe('The provider.')
export type ProviderSlug = z.output<typeof ProviderSlug>

const Secret = z.union([z.string().min(1).max(1000), z.literal(''), z.null()])

const secretFields = Object.fromEntries(
  secretNames.map((name) => [
    name,
    Secret.describe('Kept sealed and never shown again; null or "" forgets it.').optional(),
  ]),
)

export const providerInput = {
  ...Object.fromEntries(
    Object.entries(providerFields).map(([key, field]) => [
      key,
      field.takes.describe(describeSetting(field)).optional(),
    ]),
  ),
  password: Secret.describe('Same as secrets.password.').optional(),
  secrets: z.strictObject(secretFields).optional(),
}

export const ShownProvider = z.object({
  label: z.string(),
  ...Object.fromEntries(
    Object.entries(providerFields).map(([key, field]) => [key, field.holds.describe(field.summary).optional()]),
  ),
  enabled: z.boolean(),
  secrets: z.record(z.string(), z.string()).describe('What is stored, masked: **** and the ending.'),
})
export type ShownProvider = z.output<typeof ShownProvider>

export type ProviderInput = Readonly<Record<string, unknown>> & {
  password?: string | null | undefined
  secrets?: Readonly<Record<string, string | null | undefined>> | undefined
}

/** The settings and the secrets that were sent. Refuses what this provider does not have. */
export function readWritten(slug: ProviderSlug, { password, secrets = {}, ...settings }: ProviderInput) {
  const given: Record<string, string | null | undefined> = { ...(password !== undefined && { password }), ...secrets }
  if (password !== undefined && secrets.password !== undefined)
    throw invalidInput({ password: 'says the same as secrets.password; give only one of them' })
  const known = Object.keys(providerGroup(slug).settings)
  const allowed = [...known, ...providers[slug].secrets.map((name) => `secrets.${name}`)].join(', ')
  const problems = [
    ...Object.keys(settings).filter((key) => settings[key] !== undefined && !known.includes(key)),
    ...Object.keys(given)
      .filter((name) => given[name] !== undefined && !providers[slug].secrets.includes(name as SecretName))
      .map((name) => (name === 'password' && secrets.password === undefined ? name : `secrets.${name}`)),
  ].map((field) => [field, `is not known to ${providers[slug].label}, which has: ${allowed}`])
  if (problems.length > 0) throw invalidInput(Object.fromEntries(problems))
  return { settings, secrets: given as Partial<Record<SecretName, string | null>> }
}

export async function showProvider(db: Db, slug: ProviderSlug, stored?: ShownSecret[]): Promise<ShownProvider> {
  const secrets = (stored ?? (await listSecrets(db))).filter(({ provider }) => provider === slug)
  const values = (await readSettings(db, providerGroup(slug))) as { enabled: boolean }
  return {
    label: providers[slug].label,
    ...values,
    secrets: Object.fromEntries(secrets.map(({ name, ending }) => [name, `****${ending}`])),
  }
}

/** Whether the address of a provider goes to another host: the secrets stored for the old one are not for it. */
export function movesHost(shown: ShownProvider & { url?: string }, given: unknown): boolean {
  return given !== undefined && Boolean(shown.url) && !isSameHost(shown.url!, String(given ?? ''))
}

/** Seals the secrets that were sent and forgets those that were sent empty. `shown`: what callers see of the stored ones. */
export async function keepSecrets(
  { trx, vault, now }: { trx: Db; vault: Secrets; now: Date },
  provider: ProviderSlug,
  sent: Partial<Record<SecretName, string | null>>,
  shown: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, secret] of Object.entries(sent) as [SecretName, string | null][]) {
    // A form that was shown the mask and sends it back changes nothing.
    if (secret && secret === shown[name]) continue
    if (!secret) await deleteSecret(trx, provider, name)
    else {
      const sealed = vault.seal(secret, sealedSecret)
      await storeSecret(trx, { provider, name, ending: endingOf(name, secret), sealed }, now)
    }
  }
}

/** The ending of a long key tells which one it is; of a short secret, or one that a person made up, it tells too much. */
const endingOf = (name: SecretName, secret: string) =>
  name === 'api_key' && secret.length >= 16 ? secret.slice(-4) : ''
