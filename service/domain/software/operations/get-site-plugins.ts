import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { filterItems, pageFields, pluginFilter } from '../filter-items.ts'
import { listSiteSoftware } from '../site-software-store.ts'
import { PluginEntry, SiteSummary, toPluginEntry, toSiteSummary } from '../software.ts'

export const getSitePlugins = operation({
  name: 'get-site-plugins',
  ability: 'svc/get-site-plugins-v1',
  category: 'svc-sites',
  summary: 'List the plugins of a site as of its last sync, must-use plugins included, each with its available update.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...pluginFilter }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    plugins: z.array(PluginEntry),
    ...pageFields,
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, ...filter }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const { items, ...paging } = filterItems(await listSiteSoftware(context.db, site.id, 'plugin'), filter)
  return {
    site_id: site.id,
    site_url: site.url,
    site: toSiteSummary(site),
    plugins: items.map(toPluginEntry),
    ...paging,
  }
})
