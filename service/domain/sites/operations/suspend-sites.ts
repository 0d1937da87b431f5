import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planForSites, SiteError, selectSites } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { markSitesSuspended } from '../site-status.ts'

export const suspendSites = operation({
  name: 'suspend-sites',
  ability: 'svc/suspend-sites-v1',
  category: 'svc-sites',
  summary: 'Suspend the named sites: they stay stored but are not synced or updated.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'sites.manage',
  input: z.strictObject({ site_ids_or_domains: SiteRefs.min(1), exclude: SiteRefs.default([]) }),
  output: z.object({
    suspended: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
    errors: z.array(SiteError),
    total_suspended: z.int(),
    total_errors: z.int(),
  }),
  results: ({ total_suspended, errors }) => ({
    done: total_suspended,
    errors,
    label: ['site suspended', 'sites suspended'],
  }),
})
  .plans(({ site_ids_or_domains: refs, exclude }, context) =>
    planForSites(context, { refs, exclude }, ({ suspended_by }) => suspended_by !== 'hand'),
  )
  .does(async ({ site_ids_or_domains: refs, exclude }, context) => {
    const { db, clock } = context
    const { sites, errors } = await selectSites(context, { refs, exclude })
    const moved = await markSitesSuspended(db, { ids: sites.map(({ id }) => id) }, 'hand', clock.now())
    const isMoved = new Set(moved.map(({ id }) => id))
    // In the order of the input, without sites deleted meanwhile.
    const suspended = sites.filter(({ id }) => isMoved.has(id)).map(({ id, url, name }) => ({ id, url, name }))
    return { suspended, errors, total_suspended: suspended.length, total_errors: errors.length }
  })
