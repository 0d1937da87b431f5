import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { activateTheme } from '../change-software.ts'
import { planSoftwareChange } from '../plan-change.ts'
import { SiteSummary, ThemeEntry, ThemeSlug, toSiteSummary } from '../software.ts'

export const activateSiteTheme = operation({
  name: 'activate-site-theme',
  ability: 'svc/activate-site-theme-v1',
  category: 'svc-sites',
  summary: 'Activate a theme of a site. A theme that the site does not have is refused before anything changes.',
  effect: 'change',
  idempotent: true,
  permission: 'software.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, slug: ThemeSlug }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site: SiteSummary,
    activated: z.string().describe('Slug.'),
    previous_theme: z.string().describe('Slug; the same when it was active before, empty when there was none.'),
    theme: ThemeEntry,
    previous: ThemeEntry.nullable(),
  }),
  aliases: { site_id: 'site_id_or_domain', theme: 'slug' },
})
  .plans(({ site_id_or_domain, slug }, context) =>
    planSoftwareChange(context, site_id_or_domain, { kind: 'theme', action: 'activate', slugs: [slug] }),
  )
  .does(async ({ site_id_or_domain, slug }, context) => {
    const { site, theme, previous } = await activateTheme(context, site_id_or_domain, slug)
    return {
      site_id: site.id,
      site_url: site.url,
      site: toSiteSummary(site),
      activated: theme.slug,
      previous_theme: previous?.slug ?? '',
      theme,
      previous,
    }
  })
