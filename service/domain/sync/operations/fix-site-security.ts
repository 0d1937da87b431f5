import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recordAttempt } from '../../activity/index.ts'
import { requireSite, SiteRef, siteDisconnected, withChild } from '../../sites/index.ts'
import { isPassed, SecurityCheckState } from '../security-issues.ts'

/** A person waits this long for the site. */
const answerWithinMs = 25_000

/** What the connector of a site can correct. */
const descriptions = {
  php_reporting: 'errors of PHP are hidden from visitors',
  db_reporting: 'errors of the database are hidden from visitors',
} as const

export const fixSiteSecurity = operation({
  name: 'fix-site-security',
  summary: 'Hide error messages of PHP or of the database from visitors of a site; the site is read afterwards.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, check: z.enum(['php_reporting', 'db_reporting']) }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    check: z.string(),
    state: SecurityCheckState.nullable().describe('As read afterwards; null: the site did not report it.'),
  }),
  results: ({ state }) => ({
    done: state !== null && isPassed(state) ? 1 : 0,
    errors: state !== null && isPassed(state) ? [] : [stillThere],
    label: ['issue fixed', 'issues fixed'],
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, check }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const isConnected = site.connection === 'connected'
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: isConnected ? [{ check, effect: descriptions[check] }] : [],
      warnings: isConnected ? [] : [siteDisconnected(site).message],
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
        item: descriptions[check],
      }
      const work = () =>
        withChild(context, site, async (child) => {
          await context.connector.fixSecurity(child, check, how)
          return context.connector.readSite(child, { parts: ['security'] }, how)
        })
      const snapshot = await recordAttempt(context, site.id, change, work)
      await context.ingest(site.id, snapshot)
      const state = snapshot.security?.checks.find(({ name }) => name === check)?.state ?? null
      return { site_id: site.id, site_url: site.url, check, state }
    })
  })

const stillThere = {
  code: 'svc_still_there',
  message: 'The site still reports the issue. Change the setting on the site or ask its host.',
}
