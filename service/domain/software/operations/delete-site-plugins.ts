import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { deleteSoftware } from '../change-software.ts'
import { planSoftwareChange } from '../plan-change.ts'
import { PluginEntry, PluginSlugs, SiteSummary, SoftwareError, toPluginEntry, toSiteSummary } from '../software.ts'

export const deleteSitePlugins = operation({
  name: 'delete-site-plugins',
  ability: 'svc/delete-site-plugins-v1',
  category: 'svc-sites',
  summary: 'Delete plugins from a site. Active ones are kept unless force is true; the connector is always kept.',
  effect: 'destroy',
  permission: 'software.manage',
  stepUp: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    slugs: PluginSlugs,
    force: z.boolean().default(false).describe('Delete active plugins too.'),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    deleted: z.array(z.string()).describe('Slugs.'),
    plugins: z.array(PluginEntry).describe('The same plugins, as they were.'),
    errors: z.array(SoftwareError),
  }),
  results: ({ deleted, errors }) => ({
    done: deleted.length,
    errors,
    label: ['plugin deleted', 'plugins deleted'],
  }),
  aliases: { site_id: 'site_id_or_domain', plugins: 'slugs' },
})
  .plans(({ site_id_or_domain, ...change }, context) =>
    planSoftwareChange(context, site_id_or_domain, { kind: 'plugin', action: 'delete', ...change }),
  )
  .does(async ({ site_id_or_domain, ...change }, context) => {
    const { site, items, errors } = await deleteSoftware(context, site_id_or_domain, { kind: 'plugin', ...change })
    return {
      site_id: site.id,
      site_url: site.url,
      site: toSiteSummary(site),
      deleted: items.map(({ slug }) => slug),
      plugins: items.map(toPluginEntry),
      errors,
    }
  })
