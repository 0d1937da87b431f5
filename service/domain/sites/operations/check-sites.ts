import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { actOnSites, doneOrQueued, planForSites } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { checkSite } from './check-site.ts'

export const checkSites = operation({
  name: 'check-sites',
  ability: 'svc/check-sites-v1',
  category: 'svc-sites',
  summary: 'Fetch the front pages of the named sites, or of all. More than 200 become a job.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    exclude: SiteRefs.default([]),
  }),
  output: doneOrQueued({
    results: z.array(checkSite.output),
    summary: z.object({ total_checked: z.int(), reachable: z.int(), unreachable: z.int() }),
  }),
  results: (output) =>
    output.queued
      ? null
      : { done: output.results.length, errors: output.errors, label: ['site checked', 'sites checked'] },
  compat: (output) =>
    output.queued
      ? { total: output.sites_queued }
      : {
          checked: output.results.map(({ site_id, site_url, site_name, reachable, http_status }) => ({
            id: site_id,
            url: site_url,
            name: site_name,
            status: { online: reachable, http_code: http_status },
          })),
          total_checked: output.summary.total_checked,
          total_errors: output.errors.length,
        },
})
  .plans(({ site_ids_or_domains: refs, exclude }, context) =>
    planForSites(context, { refs, exclude, ifEmpty: { status: 'any' } }),
  )
  .does(async ({ site_ids_or_domains: refs, exclude }, context) => {
    const order = { refs, exclude, ifEmpty: { status: 'any' as const }, kind: 'check', operation: checkSite }
    const outcome = await actOnSites(context, order)
    if (outcome.queued) return outcome
    const { done: results, errors } = outcome
    const reachable = results.filter((result) => result.reachable).length
    const summary = { total_checked: results.length, reachable, unreachable: results.length - reachable }
    return { queued: false, results, summary, errors }
  })
