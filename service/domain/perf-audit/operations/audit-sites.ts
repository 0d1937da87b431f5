import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planForSites, SiteError, SiteRefs, selectSites } from '../../sites/index.ts'
import { QueuedAudits, RequestedStrategy, strategiesOf } from '../audit.ts'
import { queueAudits } from '../queue-audits.ts'

const isSupported = ({ status }: { status: string }) => status !== 'suspended'

export const auditSites = operation({
  name: 'audit-sites',
  summary: 'Queue a performance audit of the given sites or of all sites, except suspended ones.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'perf-audit.manage',
  requires: 'perf-audit',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    strategy: RequestedStrategy,
  }),
  output: QueuedAudits.extend({ sites_skipped: z.int(), errors: z.array(SiteError) }),
  results: ({ sites_queued, errors }) => ({
    done: sites_queued,
    errors,
    label: ['site queued for an audit', 'sites queued for an audit'],
  }),
  aliases: { site_ids: 'site_ids_or_domains' },
})
  .plans(({ site_ids_or_domains }, context) => planForSites(context, toSelection(site_ids_or_domains), isSupported))
  .does(async ({ site_ids_or_domains, strategy }, context) => {
    const { sites: found, errors } = await selectSites(context, toSelection(site_ids_or_domains))
    context.browser.requireAudits()
    const sites = found.filter(isSupported)
    const queuedAudits = await queueAudits(context, { kind: 'audit', sites, strategies: strategiesOf(strategy) })
    return { ...queuedAudits, sites_skipped: found.length - sites.length, errors }
  })

const toSelection = (refs: z.output<typeof SiteRefs>) => ({ refs, ifEmpty: { status: 'any' as const } })
