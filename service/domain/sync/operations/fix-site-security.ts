import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recordAttempt } from '../../activity/index.ts'
import { requireSite, SiteRef, siteDisconnected } from '../../sites/index.ts'
import { fixSecurity, securityFixes } from '../security-fixes.ts'
import { isPassed, SecurityCheckState } from '../security-issues.ts'

/** A person waits this long for the site. */
const answerWithinMs = 25_000

export const fixSiteSecurity = operation({
  name: 'fix-site-security',
  summary:
    'Hide PHP errors, database errors or the WordPress version from visitors of a site, or call it with https; the site is read afterwards.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    check: z.enum(['php_reporting', 'db_reporting', 'shown_version', 'sslprotocol']),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    check: z.string(),
    state: SecurityCheckState.nullable().describe('As read afterwards; null: the site did not report it.'),
  }),
  results: ({ state }) => ({
    done: state !== null && isPassed(state) ? 1 : 0,
    errors: state === null ? [notRead] : isPassed(state) ? [] : [stillThere],
    label: ['issue fixed', 'issues fixed'],
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, check }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const isPossible = site.connection === 'connected' || check === 'sslprotocol'
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: isPossible ? [{ check, effect: securityFixes[check] }] : [],
      warnings: isPossible ? [] : [siteDisconnected(site).message],
    }
  })
  .does(async ({ site_id_or_domain, check }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    return context.siteLocks.hold(id, async () => {
      const site = await requireSite(context, id)
      const how = { until: context.clock.now().getTime() + answerWithinMs }
      const change = {
        type: 'security',
        action: 'fix-site-security',
        label: 'Setting changed',
        item: securityFixes[check],
      }
      const state = await recordAttempt(context, site.id, change, () => fixSecurity(context, site, check, how))
      return { site_id: site.id, site_url: site.url, check, state }
    })
  })

const stillThere = {
  code: 'svc_still_there',
  message: 'The site still has the issue. Empty its cache, change the setting on the site or ask its host.',
}
const notRead = {
  code: 'svc_outcome_unknown',
  message: 'The change was sent, but the site could not be read afterwards. Sync it, then check again.',
}
