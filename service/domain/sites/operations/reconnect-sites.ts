import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { actOnSites, doneOrQueued, planForSites } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { reconnectSite } from './reconnect-site.ts'

export const reconnectSites = operation({
  name: 'reconnect-sites',
  ability: 'svc/reconnect-sites-v1',
  category: 'svc-sites',
  summary: 'Reconnect the named sites, or all that are disconnected. More than 200 become a job.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all disconnected sites.'),
    exclude: SiteRefs.default([]),
  }),
  output: doneOrQueued({
    reconnected: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
    total_reconnected: z.int(),
    total_errors: z.int(),
  }),
  results: (output) =>
    output.queued
      ? null
      : { done: output.total_reconnected, errors: output.errors, label: ['site reconnected', 'sites reconnected'] },
  compat: (output) => (output.queued ? { total: output.sites_queued } : {}),
})
  .plans((input, context) => planForSites(context, selectionOf(input)))
  .does(async (input, context) => {
    const order = { ...selectionOf(input), kind: 'reconnect', operation: reconnectSite }
    const outcome = await actOnSites(context, order)
    if (outcome.queued) return outcome
    const { done, errors } = outcome
    return {
      queued: false,
      reconnected: done.map(({ site_id, site_url, site_name }) => ({ id: site_id, url: site_url, name: site_name })),
      errors,
      total_reconnected: done.length,
      total_errors: errors.length,
    }
  })

const selectionOf = ({
  site_ids_or_domains,
  exclude,
}: Record<'site_ids_or_domains' | 'exclude', z.output<typeof SiteRefs>>) => ({
  refs: site_ids_or_domains,
  exclude,
  ifEmpty: { status: 'disconnected' as const },
})
