import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { disconnectLocally, notifyAndDisconnect } from '../connection/disconnect-site.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { SiteStateChange, toSiteStateChange } from '../site-status.ts'

export const disconnectSite = operation({
  name: 'disconnect-site',
  ability: 'svc/disconnect-site-v1',
  category: 'svc-sites',
  summary:
    'Disconnect a site: it is no longer called, and the key stays stored for reconnecting. With notify_child the site deletes the key of Flotilla too.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  stepUp: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    notify_child: z
      .boolean()
      .optional()
      .describe('Also make the site delete the key of Flotilla; reconnecting then creates a new one.'),
  }),
  output: z.object({
    disconnected: z.literal(true),
    ...SiteStateChange.shape,
    child_notified: z
      .boolean()
      .optional()
      .describe('Whether the site deleted the key of Flotilla; only with notify_child.'),
    child_problem: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: site.connection === 'connected' ? [toSiteBrief(site)] : [],
    }
  })
  .does(async ({ site_id_or_domain, notify_child }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    if (!notify_child) return { disconnected: true, ...toSiteStateChange(await disconnectLocally(context, id)) }
    const { site, problem } = await notifyAndDisconnect(context, id)
    return {
      disconnected: true,
      ...toSiteStateChange(site),
      child_notified: problem === null,
      ...(problem && { child_problem: { code: problem.code, message: problem.message } }),
    }
  })
