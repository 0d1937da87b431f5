import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { actAndWait, doneOrRunning, planForSites } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { checkSite } from './check-site.ts'

export const checkSites = operation({
  name: 'check-sites',
  ability: 'svc/check-sites-v1',
  category: 'svc-sites',
  summary:
    'Fetch the homepages of the named sites, or of all. Sites that take longer than the call waits are listed in errors.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    exclude: SiteRefs.default([]),
  }),
  output: doneOrRunning({
    results: z.array(checkSite.output.omit({ http_status: true })),
    summary: z.object({ total_checked: z.int(), reachable: z.int(), unreachable: z.int() }),
    http_statuses: z.record(z.string(), z.int()).describe('The HTTP status of each site by its id; 0: no response.'),
  }),
  results: ({ results, errors }) => ({ done: results.length, errors, label: ['site checked', 'sites checked'] }),
})
  .plans(({ site_ids_or_domains: refs, exclude }, context) =>
    planForSites(context, { refs, exclude, ifEmpty: { status: 'any' } }),
  )
  .does(async ({ site_ids_or_domains: refs, exclude }, context) => {
    const order = { refs, exclude, ifEmpty: { status: 'any' as const }, kind: 'check', operation: checkSite }
    const { done, errors, job } = await actAndWait(context, order)
    const reachable = done.filter((result) => result.reachable).length
    const summary = { total_checked: done.length, reachable, unreachable: done.length - reachable }
    const http_statuses = Object.fromEntries(done.map(({ site_id, http_status }) => [site_id, http_status]))
    return { results: done, summary, http_statuses, errors, ...job }
  })
