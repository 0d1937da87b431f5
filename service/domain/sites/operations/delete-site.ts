import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { notifyAndDeleteSite } from '../connection/disconnect-site.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'

export const deleteSite = operation({
  name: 'delete-site',
  ability: 'svc/delete-site-v1',
  category: 'svc-sites',
  summary:
    'Delete a site and all its data. If the site can be reached, its connector plugin deletes our key; the site is deleted here either way.',
  effect: 'destroy',
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    deleted: z.boolean(),
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    child_notified: z.boolean().describe('Whether the connector plugin of the site deleted our key.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: ({ site_id, site_url, site_name }) => ({
    dry_run: false,
    site: { id: site_id, url: site_url, name: site_name },
    would_affect: [],
    warnings: [],
  }),
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: [toSiteBrief(site)],
      warnings: [
        'Its history, monitors and reports would be deleted with it.',
        site.private_key === null
          ? 'No key of the site is stored, so its connector plugin would not be notified.'
          : 'Its connector plugin would delete our key if it can be reached, and stay active.',
      ],
    }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { id, url, name } = await requireSite(context, site_id_or_domain)
    const child_notified = await notifyAndDeleteSite(context, id)
    return { deleted: true, site_id: id, site_url: url, site_name: name, child_notified }
  })
