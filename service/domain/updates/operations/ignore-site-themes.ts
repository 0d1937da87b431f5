import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoring } from '../ignore-updates.ts'
import { actionOfWord, IgnoreWord, Notes, SlugsOf, saidOf, Version } from '../ignored.ts'
import { ignoredState } from '../ignored-state.ts'

export const ignoreSiteThemes = operation({
  name: 'ignore-site-themes',
  ability: 'svc/ignore-site-themes-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of themes on a site, in one version or all, or take that back.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: IgnoreWord,
    slugs: SlugsOf('theme'),
    version: Version.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    site_id: z.int(),
    action: IgnoreWord,
    themes_ignored: z.array(z.string()).describe('Slugs of all themes that the site ignores now.'),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: ({ themes_ignored, action }) => ({ message: saidOf(action), ignored_count: themes_ignored.length }),
})
  .plans(({ site_id_or_domain, action, slugs, version = null }, context) =>
    planIgnoring(context, site_id_or_domain, actionOfWord[action], { type: 'theme', slugs, version }),
  )
  .does(async ({ site_id_or_domain, action, slugs, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, actionOfWord[action], { type: 'theme', slugs, version })
    const state = await ignoredState(context.db, id, { type: 'theme', slugs, action: actionOfWord[action] })
    return { success: true, site_id: id, action, themes_ignored: state.slugs, notes: state.notes }
  })
