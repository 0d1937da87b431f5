import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { chooseItems } from '../choose-items.ts'
import { softwareOfSite } from '../site-software-store.ts'
import { PluginEntry, SiteSummary, toPluginEntry, toSiteSummary } from '../software.ts'

export const getSitePlugins = operation({
  name: 'get-site-plugins',
  ability: 'svc/get-site-plugins-v1',
  category: 'svc-sites',
  summary:
    'List the plugins of a site as it last showed them, must-use plugins included, each with its available update.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    status: z.enum(['all', 'active', 'inactive']).default('all'),
    has_update: z.boolean().optional(),
    must_use: z.boolean().optional(),
    search,
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    plugins: z.array(PluginEntry),
    total: z.int(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, ...filter }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const plugins = chooseItems(await softwareOfSite(context.db, site.id, 'plugin'), filter).map(toPluginEntry)
  return { site_id: site.id, site_url: site.url, site: toSiteSummary(site), plugins, total: plugins.length }
})
