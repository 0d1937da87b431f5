import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { chooseItems, pageFields, themeFilter } from '../choose-items.ts'
import { softwareOfSite } from '../site-software-store.ts'
import { SiteSummary, ThemeEntry, toSiteSummary, toThemeEntry } from '../software.ts'

export const getSiteThemes = operation({
  name: 'get-site-themes',
  ability: 'svc/get-site-themes-v1',
  category: 'svc-sites',
  summary: 'List the themes of a site as it last showed them, the active one and available updates named.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...themeFilter }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    active_theme: z.string().describe('Slug of the active theme; empty as long as it is not known.'),
    themes: z.array(ThemeEntry),
    ...pageFields,
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, ...filter }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const installed = await softwareOfSite(context.db, site.id, 'theme')
  const { chosen, ...paging } = chooseItems(installed, filter)
  return {
    site_id: site.id,
    site_url: site.url,
    site: toSiteSummary(site),
    active_theme: installed.find(({ active }) => active)?.slug ?? '',
    themes: chosen.map(toThemeEntry),
    ...paging,
  }
})
