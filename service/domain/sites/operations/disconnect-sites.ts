import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { actOnSites, doneOrQueued, planForSites } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { disconnectSite } from './disconnect-site.ts'

export const disconnectSites = operation({
  name: 'disconnect-sites',
  ability: 'svc/disconnect-sites-v1',
  category: 'svc-sites',
  summary:
    'Disconnect the named sites; their keys stay stored unless notify_child is true. More than 200 become a job.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.min(1),
    exclude: SiteRefs.default([]),
    notify_child: z.boolean().optional().describe('Also make the sites delete our key.'),
  }),
  output: doneOrQueued({
    disconnected: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
    total_disconnected: z.int(),
    total_errors: z.int(),
  }),
  results: (output) =>
    output.queued
      ? null
      : { done: output.total_disconnected, errors: output.errors, label: ['site disconnected', 'sites disconnected'] },
  compat: (output) => (output.queued ? { total: output.sites_queued } : {}),
})
  .plans(({ site_ids_or_domains: refs, exclude }, context) =>
    planForSites(context, { refs, exclude }, ({ connection }) => connection === 'connected'),
  )
  .does(async ({ site_ids_or_domains: refs, exclude, notify_child }, context) => {
    const input = notify_child === undefined ? {} : { notify_child }
    const order = { refs, exclude, kind: 'disconnect', operation: disconnectSite, input }
    const outcome = await actOnSites(context, order)
    if (outcome.queued) return outcome
    const { done, errors } = outcome
    return {
      queued: false,
      disconnected: done.map(({ site_id, site_url, site_name }) => ({ id: site_id, url: site_url, name: site_name })),
      errors,
      total_disconnected: done.length,
      total_errors: errors.length,
    }
  })
