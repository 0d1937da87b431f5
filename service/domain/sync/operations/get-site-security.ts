import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { readSiteCertificate } from '../certificate.ts'
import { issuesOf, SecurityCheckState, SecurityIssue } from '../security-issues.ts'
import { findSecurity } from '../security-store.ts'
import { readShownVersion, ShownVersion, shortDeadlines } from '../shown-version.ts'

export const getSiteSecurity = operation({
  name: 'get-site-security',
  ability: 'svc/get-site-security-v1',
  category: 'svc-sites',
  summary: 'Read the security issues of a site as of its last sync, and the state of its certificate.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    refresh: z.boolean().default(false).describe('Check the certificate now instead of once in six hours.'),
    check_version: z.boolean().default(false).describe('Read the homepage: does it show the version of WordPress?'),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    security_issues: z.array(SecurityIssue),
    ssl_status: z.object({
      valid: z.boolean(),
      expires: z.string().nullable(),
      reason: z.string().optional(),
      checked_at: timestamp.nullable(),
    }),
    checks: z.record(z.string(), SecurityCheckState).describe('Every check of the site and its state.'),
    shown_version: ShownVersion.nullable().describe('As the homepage shows it now; null without check_version.'),
    checked_at: timestamp.nullable().describe('When the site last reported its checks; null: never, sync the site.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, refresh, check_version }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const known = await findSecurity(context.db, site.id)
  const [{ valid, expires, reason, seenAt }, shown_version] = await Promise.all([
    readSiteCertificate(context, site, known, refresh),
    check_version ? readShownVersion(context, site, { deadlines: shortDeadlines }) : null,
  ])
  return {
    site_id: site.id,
    site_url: site.url,
    site_name: site.name,
    security_issues: issuesOf(known?.checks ?? {}),
    ssl_status: {
      valid,
      expires: isoTime(expires)?.slice(0, 10) ?? null,
      ...(reason !== null && { reason }),
      checked_at: isoTime(seenAt),
    },
    checks: known?.checks ?? {},
    shown_version,
    checked_at: isoTime(known?.read_at ?? null),
  }
})
