import type { Updateable } from 'kysely'
import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sealFor } from './connection/site-secrets.ts'
import type { SiteRef } from './site.ts'
import type { SiteColumns } from './site-store.ts'

/** Input for a site: omitted fields stay, null and "" clear. `toSiteColumns` maps wire names to columns. */

const line = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')
const clearable = (maximum: number) => line(maximum).nullable().optional()

export const SiteUrl = z.string().min(1).max(2000).describe('Where the site is, such as https://one.example/.')
export const AdminName = line(200)
  .min(1)
  .refine((text) => text.trim() !== '', 'must not be empty')
  .describe('Login name of an administrator of the site; calls to the site act as this user.')

/** Fields that the connection depends on. */
export const connectionFields = {
  admin_password: line(1000).optional().describe('Used once to connect, and never stored.'),
  unique_id: clearable(200).describe('The unique security ID that the site demands, if it does.'),
  // In basic authentication a colon ends the user name.
  http_user: clearable(200)
    .refine((name) => !name?.includes(':'), 'must not contain a colon; give the password as http_pass')
    .describe('User name for HTTP authentication at the web server of the site.'),
  http_pass: clearable(1000),
}

export const recordFields = {
  name: line(200)
    .min(1)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .optional(),
  notes: z
    .string()
    .max(20_000)
    .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
    .nullable()
    .optional(),
  client_id: z.int().min(0).nullable().optional().describe('The client it belongs to; null or 0 for none.'),
  tags: z.array(z.int().min(1)).max(1000).nullable().optional().describe('Ids of tags; they replace those it has.'),
}

/** For new sites. Not a schema default: a setting applies when the field is omitted. */
export const SslVerify = z
  .boolean()
  .optional()
  .meta({ default: true })
  .describe(
    'False: do not check the certificate of this site. Omitted: the setting svc_ssl_verify_certificate applies.',
  )

/** Spellings of the established product that differ in more than their name. */
export const otherSpellings = {
  verify_certificate: z
    .union([z.boolean(), z.literal([0, 1, 2])])
    .optional()
    .describe('Same as ssl_verify; 2 means the default, which is to verify.'),
  ssl_version: z
    .int()
    .optional()
    .describe('Accepted without effect: the best version that both sides support is used.'),
}

/** Spellings that differ in their name alone. */
export const siteAliases = {
  admin_username: 'admin',
  adminpassword: 'admin_password',
  uniqueid: 'unique_id',
  tag_ids: 'tags',
  groupids: 'tags',
}

const siteInput = z.object({
  ...recordFields,
  ...connectionFields,
  ...otherSpellings,
  url: SiteUrl.optional(),
  admin: AdminName.optional(),
  ssl_verify: z.boolean().optional(),
})
export type SiteInput = z.output<typeof siteInput>

/** Whether to check the certificate. Clients send defaults, so only a contradiction to "off" is an error. */
export function verifiesTls({ ssl_verify, verify_certificate }: SiteInput): boolean | undefined {
  if (verify_certificate === undefined) return ssl_verify
  const other = verify_certificate !== 0 && verify_certificate !== false
  if (ssl_verify === false && other) throw invalidInput({ verify_certificate: 'contradicts ssl_verify' })
  return other
}

/** Whether an edit connects the site: with a password always; before the first connection with any corrected field. */
export function connectsWith({ connection }: { connection: string }, input: SiteInput): boolean {
  if (input.admin_password) return true
  const { url, admin, unique_id, http_user, http_pass } = input
  const corrections = [url, admin, unique_id, http_user, http_pass, verifiesTls(input)]
  return connection === 'never' && corrections.some((value) => value !== undefined)
}

/** Columns that depend on the input alone; client, tags and address need other rows. */
export function toSiteColumns(input: SiteInput, secrets: Secrets): Updateable<SiteColumns> {
  const columns: Updateable<SiteColumns> = {}
  if (input.name !== undefined) columns.name = input.name.trim()
  if (input.notes !== undefined) columns.notes = input.notes ?? ''
  if (input.admin !== undefined) columns.admin_username = input.admin.trim()
  if (input.http_user !== undefined) columns.http_user = input.http_user || null
  for (const field of ['http_pass', 'unique_id'] as const) {
    const text = input[field]
    if (text !== undefined) columns[field] = text ? sealFor(secrets, field, text) : null
  }
  const verify = verifiesTls(input)
  if (verify !== undefined) columns.verify_tls = verify
  return columns
}

/** For the audit trail: what identifies the site and whether its certificate check is off; no secrets. */
export function auditSubject(input: SiteInput & { site_id_or_domain?: SiteRef }): string {
  const { site_id_or_domain, url, name, client_id, tags, admin } = input
  const ssl_verify = verifiesTls(input)
  return JSON.stringify({ site_id_or_domain, ssl_verify, url, name, client_id, tags, admin }).slice(0, 500)
}
