import type { Updateable } from 'kysely'
import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { SiteRef } from './site.ts'
import { sealFor } from './site-secrets.ts'
import type { SiteTable } from './site-table.ts'

/** How a site is written: what is left out stays, null and "" clear. Wire names end at `toColumns`. */

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
  .describe('Login name of an administrator of the site, under whom we act there.')

/** What a connection depends on. */
export const connectionFields = {
  admin_password: line(1000).optional().describe('Used once to connect, and never stored.'),
  unique_id: clearable(200).describe('The unique security ID that the site demands, if it does.'),
  // Basic authentication ends the user name at the first colon.
  http_user: clearable(200)
    .refine((name) => !name?.includes(':'), 'must not contain a colon; give the password as http_pass')
    .describe('User name where the web server of the site asks for one.'),
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

/** Of a new site. Not a default of the schema: what is not sent is decided by a setting, which is on until somebody turns it off. */
export const SslVerify = z
  .boolean()
  .optional()
  .meta({ default: true })
  .describe(
    'False: do not check the certificate of this site. When not sent: as the setting svc_ssl_verify_certificate says.',
  )

/** Spellings of the established product that differ in more than their name. */
export const otherSpellings = {
  verify_certificate: z
    .union([z.boolean(), z.literal([0, 1, 2])])
    .optional()
    .describe('Same as ssl_verify; 2 stands for the default, which is to verify.'),
  ssl_version: z.int().optional().describe('Accepted without effect: the best version that both sides speak is used.'),
}

/** Spellings that differ in their name alone. */
export const siteAliases = {
  admin_username: 'admin',
  adminpassword: 'admin_password',
  uniqueid: 'unique_id',
  tag_ids: 'tags',
  groupids: 'tags',
}

const written = z.object({
  ...recordFields,
  ...connectionFields,
  ...otherSpellings,
  url: SiteUrl.optional(),
  admin: AdminName.optional(),
  ssl_verify: z.boolean().optional(),
})
export type SiteInput = z.output<typeof written>

/** Whether the certificate is to be checked. Clients fill in defaults, so only a contradiction to "off" is one. */
export function verifiesTls({ ssl_verify, verify_certificate }: SiteInput): boolean | undefined {
  if (verify_certificate === undefined) return ssl_verify
  const other = verify_certificate !== 0 && verify_certificate !== false
  if (ssl_verify === false && other) throw invalidInput({ verify_certificate: 'contradicts ssl_verify' })
  return other
}

/** Whether an edit is to connect the site: with a password always, and while it never was connected, with any correction. */
export function connectsBy({ connection }: { connection: string }, written: SiteInput): boolean {
  if (written.admin_password) return true
  const { url, admin, unique_id, http_user, http_pass } = written
  const corrections = [url, admin, unique_id, http_user, http_pass, verifiesTls(written)]
  return connection === 'never' && corrections.some((value) => value !== undefined)
}

/** The columns that are written as they are; client, tags and address need a look at other rows first. */
export function toColumns(written: SiteInput, secrets: Secrets): Updateable<SiteTable> {
  const columns: Updateable<SiteTable> = {}
  if (written.name !== undefined) columns.name = written.name.trim()
  if (written.notes !== undefined) columns.notes = written.notes ?? ''
  if (written.admin !== undefined) columns.admin_username = written.admin.trim()
  if (written.http_user !== undefined) columns.http_user = written.http_user || null
  for (const field of ['http_pass', 'unique_id'] as const) {
    const text = written[field]
    if (text !== undefined) columns[field] = text ? sealFor(secrets, field, text) : null
  }
  const verify = verifiesTls(written)
  if (verify !== undefined) columns.verify_tls = verify
  return columns
}

/** For the audit trail: what identifies the site and what lowers its guard; no password, key or security ID. */
export function auditSubject(written: SiteInput & { site_id_or_domain?: SiteRef }): string {
  const { site_id_or_domain, url, name, client_id, tags, admin } = written
  const ssl_verify = verifiesTls(written)
  return JSON.stringify({ site_id_or_domain, ssl_verify, url, name, client_id, tags, admin }).slice(0, 500)
}
