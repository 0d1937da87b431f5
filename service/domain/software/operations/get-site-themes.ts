import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { filterItems, pageFields, themeFilter } from '../filter-items.ts'
import { listSiteSoftware } from '../site-software-store.ts'
import { SiteSummary, ThemeEntry, toSiteSummary, toThemeEntry } from '../software.ts'

export const getSiteThemes = operation({
  name: 'get-site-themes',
  ability: 'svc/get-site-themes-v1',
  category: 'svc-sites',
  summary: 'List the themes of a site as of its last sync, with the active theme and available updates.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...themeFilter }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    active_theme: z.string().describe('Slug of the active theme; empty while it is not known.'),
    themes: z.array(ThemeEntry),
    ...pageFields,
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, ...filter }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const installed = await listSiteSoftware(context.db, site.id, 'theme')
  const { items, ...paging } = filterItems(installed, filter)
  return {
    site_id: site.id,
    site_url: site.url,
    site: toSiteSummary(site),
    active_theme: installed.find(({ active }) => active)?.slug ?? '',
    themes: items.map(toThemeEntry),
    ...paging,
  }
})
