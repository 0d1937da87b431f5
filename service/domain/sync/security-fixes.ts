import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { checkHomepage, editSite, type SiteRow, withChild } from '../sites/index.ts'
import type { SecurityCheckState } from './security-issues.ts'
import { readShownVersion } from './shown-version.ts'

/** What can be corrected from here, with its effect. */
export const securityFixes = {
  php_reporting: 'errors of PHP are hidden from visitors',
  db_reporting: 'errors of the database are hidden from visitors',
  shown_version: 'the version of WordPress is hidden from visitors',
  sslprotocol: 'the site is called with https',
} as const
export type SecurityFix = keyof typeof securityFixes

/** Corrects it and returns the state that was read afterwards; null: unknown. */
export async function fixSecurity(
  context: Context,
  site: SiteRow,
  check: SecurityFix,
  how: { until: number },
): Promise<z.output<typeof SecurityCheckState> | null> {
  if (check === 'sslprotocol') return activateHttps(context, site)
  if (check === 'shown_version') {
    await withChild(context, site, (child) => context.connector.hideVersion(child, how))
    // Visitors see what the homepage shows, whatever the site answered.
    const { state } = await readShownVersion(context, site)
    return ({ hidden: 'fine', shown: 'issue', unknown: null } as const)[state]
  }
  const snapshot = await withChild(context, site, async (child) => {
    await context.connector.fixSecurity(child, check, how)
    return context.connector.readSite(child, { parts: ['security'] }, how)
  })
  await context.ingest(site.id, snapshot)
  return snapshot.security?.checks.find(({ name }) => name === check)?.state ?? null
}

/** Only after the same page was read with a valid certificate: otherwise the site could no longer be called. */
async function activateHttps(context: Context, site: SiteRow): Promise<'fine'> {
  const url = site.url.replace(/^http:/, 'https:')
  const { reachable } = await checkHomepage(context, { ...site, verify_tls: true }, { url })
  if (!reachable) {
    const message = `${url} does not answer with a valid certificate. Install one at the host of the site first.`
    throw new ServiceError('svc_site_offline', 'unavailable', message, { site_id: site.id })
  }
  if (url !== site.url) await editSite(context, site.id, { url })
  return 'fine'
}
