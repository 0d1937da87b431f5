import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { actAndWait, doneOrRunning, planForSites, selectSites } from '../many-sites.ts'
import { type SiteRef, SiteRefs } from '../site.ts'
import { byHand, markSitesDisconnected } from '../site-status.ts'
import { disconnectSite } from './disconnect-site.ts'

export const disconnectSites = operation({
  name: 'disconnect-sites',
  ability: 'svc/disconnect-sites-v1',
  category: 'svc-sites',
  summary:
    'Disconnect the named sites; their keys stay stored unless notify_child is true. Complete at once; with notify_child the sites are called.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  stepUp: true,
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.min(1),
    exclude: SiteRefs.default([]),
    notify_child: z.boolean().optional().describe('Also make the sites delete the key of Flotilla.'),
  }),
  output: doneOrRunning({
    disconnected: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
    total_disconnected: z.int(),
    total_errors: z.int(),
  }),
  results: ({ total_disconnected, errors }) => ({
    done: total_disconnected,
    errors,
    label: ['site disconnected', 'sites disconnected'],
  }),
})
  .plans(({ site_ids_or_domains: refs, exclude }, context) =>
    planForSites(context, { refs, exclude }, ({ connection }) => connection === 'connected'),
  )
  .does(async (input, context) => {
    const { disconnected, errors, job } = input.notify_child
      ? await notifyAll(context, input)
      : await disconnectAll(context, input)
    return { disconnected, errors, total_disconnected: disconnected.length, total_errors: errors.length, ...job }
  })

interface Input {
  site_ids_or_domains: SiteRef[]
  exclude: SiteRef[]
}

/** Changes only our table, with one statement. */
async function disconnectAll(context: Context, { site_ids_or_domains: refs, exclude }: Input) {
  const { sites, errors } = await selectSites(context, { refs, exclude })
  const ids = sites.map(({ id }) => id)
  const moved = await markSitesDisconnected(context.db, { ids }, context.clock.now(), byHand)
  const isMoved = new Set(moved.map(({ id }) => id))
  // In the order of the input, without sites deleted meanwhile.
  const disconnected = sites.filter(({ id }) => isMoved.has(id)).map(({ id, url, name }) => ({ id, url, name }))
  return { disconnected, errors, job: null }
}

async function notifyAll(context: Context, { site_ids_or_domains: refs, exclude }: Input) {
  const order = { refs, exclude, kind: 'disconnect', operation: disconnectSite, input: { notify_child: true } }
  const { done, errors, job } = await actAndWait(context, order)
  const disconnected = done.map(({ site_id, site_url, site_name }) => ({ id: site_id, url: site_url, name: site_name }))
  return { disconnected, errors, job }
}
