import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { deleteSoftware } from '../change-software.ts'
import { planSoftwareChange } from '../plan-change.ts'
import { SiteSummary, SoftwareError, ThemeEntry, ThemeSlugs, toSiteSummary, toThemeEntry } from '../software.ts'

export const deleteSiteThemes = operation({
  name: 'delete-site-themes',
  ability: 'svc/delete-site-themes-v1',
  category: 'svc-sites',
  summary: 'Delete themes from a site. The active theme and its parent always stay.',
  effect: 'destroy',
  permission: 'software.manage',
  stepUp: true,
  input: z.strictObject({ site_id_or_domain: SiteRef, slugs: ThemeSlugs }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    deleted: z.array(z.string()).describe('Slugs.'),
    themes: z.array(ThemeEntry).describe('The same themes, as they were.'),
    errors: z.array(SoftwareError),
  }),
  results: ({ deleted, errors }) => ({
    done: deleted.length,
    errors,
    label: ['theme deleted', 'themes deleted'],
  }),
  aliases: { site_id: 'site_id_or_domain', themes: 'slugs' },
})
  .plans(({ site_id_or_domain, slugs }, context) =>
    planSoftwareChange(context, site_id_or_domain, { kind: 'theme', action: 'delete', slugs }),
  )
  .does(async ({ site_id_or_domain, slugs }, context) => {
    const { site, items, errors } = await deleteSoftware(context, site_id_or_domain, { kind: 'theme', slugs })
    return {
      site_id: site.id,
      site_url: site.url,
      site: toSiteSummary(site),
      deleted: items.map(({ slug }) => slug),
      themes: items.map(toThemeEntry),
      errors,
    }
  })
