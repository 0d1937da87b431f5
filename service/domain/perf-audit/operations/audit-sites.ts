import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planForSites, SiteError, SiteRefs, selectSites } from '../../sites/index.ts'
import { Ordered, strategiesOf, WantedStrategy } from '../audit.ts'
import { orderAudits } from '../order-audits.ts'

const isSupported = ({ status }: { status: string }) => status !== 'suspended'

export const auditSites = operation({
  name: 'audit-sites',
  summary: 'Queue a performance audit of the given sites, or of all of them; suspended ones are left out.',
  effect: 'change',
  permission: 'perf-audit.manage',
  requires: 'perf-audit',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    strategy: WantedStrategy,
  }),
  output: Ordered.extend({ sites_skipped: z.int(), errors: z.array(SiteError) }),
  aliases: { site_ids: 'site_ids_or_domains' },
})
  .plans(({ site_ids_or_domains }, context) => planForSites(context, wanted(site_ids_or_domains), isSupported))
  .does(async ({ site_ids_or_domains, strategy }, context) => {
    const { sites: found, errors } = await selectSites(context, wanted(site_ids_or_domains))
    context.browser.requireAudits()
    const sites = found.filter(isSupported)
    const ordered = await orderAudits(context, { kind: 'audit', sites, strategies: strategiesOf(strategy) })
    return { ...ordered, sites_skipped: found.length - sites.length, errors }
  })

const wanted = (refs: z.output<typeof SiteRefs>) => ({ refs, ifEmpty: { status: 'any' as const } })
