import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteSite as remove } from '../delete-site.ts'
import { brief } from '../describe-site.ts'
import { requireSite } from '../find-site.ts'
import { SiteRef } from '../site.ts'

export const deleteSite = operation({
  name: 'delete-site',
  ability: 'svc/delete-site-v1',
  category: 'svc-sites',
  summary:
    'Delete a site and all that is known of it. It is told to forget us if it can be reached, and deleted either way.',
  effect: 'destroy',
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    deleted: z.boolean(),
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    child_notified: z.boolean().describe('Whether the site was told to forget us.'),
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
      would_affect: [brief(site)],
      warnings: [
        'Its history, monitors and reports would be deleted with it.',
        site.private_key === null
          ? 'We hold no key for it, so it could not be told to forget us.'
          : 'The site would be told to forget us if it can be reached; its connector plugin would stay active.',
      ],
    }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { id, url, name } = await requireSite(context, site_id_or_domain)
    const child_notified = await remove(context, id)
    return { deleted: true, site_id: id, site_url: url, site_name: name, child_notified }
  })
