import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { switchPlugins } from '../change-software.ts'
import { planChange } from '../plan-change.ts'
import { ItemError, PluginEntry, PluginSlugs, SiteSummary, toPluginEntry, toSiteSummary } from '../software.ts'

export const deactivateSitePlugins = operation({
  name: 'deactivate-site-plugins',
  ability: 'svc/deactivate-site-plugins-v1',
  category: 'svc-sites',
  summary:
    'Deactivate plugins of a site; the connector stays active. Each counts only when the site shows it so afterwards.',
  effect: 'change',
  idempotent: true,
  permission: 'software.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, slugs: PluginSlugs }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    deactivated: z.array(z.string()).describe('Slugs.'),
    plugins: z.array(PluginEntry).describe('The same plugins, as they are now.'),
    errors: z.array(ItemError),
  }),
  aliases: { site_id: 'site_id_or_domain', plugins: 'slugs' },
})
  .plans(({ site_id_or_domain, slugs }, context) =>
    planChange(context, site_id_or_domain, { kind: 'plugin', action: 'deactivate', slugs }),
  )
  .does(async ({ site_id_or_domain, slugs }, context) => {
    const { site, items, errors } = await switchPlugins(context, site_id_or_domain, 'deactivate', slugs)
    return {
      site_id: site.id,
      site_url: site.url,
      site: toSiteSummary(site),
      deactivated: items.map(({ slug }) => slug),
      plugins: items.map(toPluginEntry),
      errors,
    }
  })
