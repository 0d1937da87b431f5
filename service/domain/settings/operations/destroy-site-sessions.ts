import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, withChild } from '../../sites/index.ts'

export const destroySiteSessions = operation({
  name: 'destroy-site-sessions',
  summary: 'End all sessions of all users of a site.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ destroyed: z.literal(true), site_id: z.int(), site_url: z.string() }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const { id, url, name } = await requireSite(context, site_id_or_domain)
    return { site_id: id, site_url: url, would_affect: [{ id, url, name }] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    await withChild(context, site, (child) => context.connector.endSessions(child))
    return { destroyed: true, site_id: site.id, site_url: site.url }
  })
