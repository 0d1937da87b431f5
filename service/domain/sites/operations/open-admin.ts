import { z } from 'zod'
import { RedirectAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { makeAdminLoginAddress } from '../connection/admin-login.ts'
import { withChild } from '../connection/site-keys.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { siteDisconnected } from '../site-errors.ts'

export const openAdmin = operation({
  name: 'open-admin',
  summary: 'Sign in to the administration of a site: redirects to a signed link created for this call.',
  // A change, although nothing is stored: read-only callers must not become administrators of the site.
  effect: 'change',
  permission: 'sites.manage',
  stepUp: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    page: z.string().max(500).optional().describe('Page of the administration, such as plugins.php.'),
    location: z.string().max(1000).optional().describe('Path from the root of the site instead.'),
    redirect: z
      .boolean()
      .default(true)
      .describe('False: return an address that redirects there once, within a minute, for the same session or key.'),
  }),
  output: z.object({ site_id: z.int(), site_url: z.string(), login_url: z.string() }),
  answers: ['redirect', 'json'],
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const warnings = site.connection === 'connected' ? [] : [siteDisconnected(site).message]
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)], warnings }
  })
  .does(async ({ site_id_or_domain, page, location, redirect }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const target = { ...(page !== undefined && { page }), ...(location !== undefined && { location }) }
    // Created in both cases, so that an invalid page or a disconnected site is refused here.
    const link = await withChild(context, site, (child) => context.connector.adminLoginLink(child, target))
    if (redirect) return new RedirectAnswer(link)
    return { site_id: site.id, site_url: site.url, login_url: await makeAdminLoginAddress(context, site.id, target) }
  })
