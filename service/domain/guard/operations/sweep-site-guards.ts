import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { listOpenGuards } from '../guard-store.ts'
import { sweepGuards } from '../use-guard.ts'

export const sweepSiteGuards = operation({
  name: 'sweep-site-guards',
  summary:
    'Remove expired update guards, their copies and notes from a site. Guards remove themselves when they expire; this finds what is left.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    removed: z.int().describe('Files and folders that were left on the site.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const guards = await listOpenGuards(context.db, site.id)
    const would_affect = guards.map(({ type, slug, name, version }) => ({ type, slug, name, version }))
    return { site_id: site.id, site_url: site.url, would_affect }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    const work = async () => {
      const site = await requireSite(context, id)
      const now = context.clock.now()
      const open = await listOpenGuards(context.db, id)
      const keep = open.filter(({ expires_at }) => expires_at > now)
      const { removed } = await sweepGuards(context, site, { keep: keep.map((guard) => guard.id) })
      return { site_id: site.id, site_url: site.url, removed }
    }
    return context.siteLocks.hold(id, work)
  })
