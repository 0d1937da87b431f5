import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { notifyAndDeleteSite, willBeNotified } from '../connection/disconnect-site.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { hasSharedKey, type SiteRow } from '../site-store.ts'

export const deleteSite = operation({
  name: 'delete-site',
  ability: 'svc/delete-site-v1',
  category: 'svc-sites',
  summary:
    'Delete a site and all its data. The connector plugin of a connected site deletes the key of Flotilla if it can be reached; a disconnected site, and one whose key another dashboard uses too, is called only with notify_child. The site is deleted here either way.',
  effect: 'destroy',
  permission: 'sites.manage',
  stepUp: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    notify_child: z
      .boolean()
      .optional()
      .describe(
        'Whether the site is called to delete the key of Flotilla. Default: only a connected site whose key no other dashboard uses.',
      ),
  }),
  output: z.object({
    deleted: z.boolean(),
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    child_notified: z.boolean().describe('Whether the connector plugin of the site deleted the key of Flotilla.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, notify_child }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: [toSiteBrief(site)],
      warnings: [
        'Its history, monitors and reports would be deleted with it.',
        await describeNotice(context, site, notify_child),
      ],
    }
  })
  .does(async ({ site_id_or_domain, notify_child }, context) => {
    const { id, url, name } = await requireSite(context, site_id_or_domain)
    const child_notified = await notifyAndDeleteSite(context, id, notify_child)
    return { deleted: true, site_id: id, site_url: url, site_name: name, child_notified }
  })

async function describeNotice(context: Context, site: SiteRow, notify?: boolean): Promise<string> {
  if (await willBeNotified(context, site, notify))
    return 'Its connector plugin would delete the key of Flotilla if it can be reached, and stay active.'
  if (site.private_key === null) return 'No key of the site is stored, so its connector plugin would not be notified.'
  return (await hasSharedKey(context.db, site.id))
    ? 'Another dashboard uses the same key, so the site would not be called and keeps it.'
    : 'The site would not be called, so its connector plugin keeps the key of Flotilla.'
}
