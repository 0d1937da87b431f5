import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { brief } from '../describe-site.ts'
import { disconnectHere, disconnectThere } from '../disconnect-site.ts'
import { requireSite } from '../find-site.ts'
import { compatSite, MovedSite, toMovedSite } from '../moved-site.ts'
import { SiteRef } from '../site.ts'

export const disconnectSite = operation({
  name: 'disconnect-site',
  ability: 'svc/disconnect-site-v1',
  category: 'svc-sites',
  summary:
    'Disconnect a site: nothing is sent to it any more, the key is kept for reconnecting. With notify_child the site forgets us, too.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    notify_child: z
      .boolean()
      .optional()
      .describe('Also tell the site to forget us; reconnecting then makes a new key.'),
  }),
  output: z.object({
    disconnected: z.literal(true),
    ...MovedSite.shape,
    child_notified: z.boolean().optional().describe('Whether the site was told, if it was to be.'),
    child_problem: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: compatSite,
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: site.connection === 'connected' ? [brief(site)] : [] }
  })
  .does(async ({ site_id_or_domain, notify_child }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    if (!notify_child) return { disconnected: true, ...toMovedSite(await disconnectHere(context, id)) }
    const { site, problem } = await disconnectThere(context, id)
    return {
      disconnected: true,
      ...toMovedSite(site),
      child_notified: problem === null,
      ...(problem && { child_problem: { code: problem.code, message: problem.message } }),
    }
  })
