import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoreChange, readIgnoredState } from '../ignore-updates.ts'
import { AddOrRemove, ignoreActionOf, Notes, SlugsOf, Version } from '../ignored-update.ts'

export const ignoreSiteThemes = operation({
  name: 'ignore-site-themes',
  ability: 'svc/ignore-site-themes-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of themes on a site, in one version or all, or stop ignoring them.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: AddOrRemove,
    slugs: SlugsOf('theme'),
    version: Version.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    site_id: z.int(),
    action: AddOrRemove,
    themes_ignored: z.array(z.string()).describe('Slugs of all themes that the site ignores now.'),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, action, slugs, version = null }, context) =>
    planIgnoreChange(context, site_id_or_domain, ignoreActionOf[action], { type: 'theme', slugs, version }),
  )
  .does(async ({ site_id_or_domain, action, slugs, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, ignoreActionOf[action], { type: 'theme', slugs, version })
    const state = await readIgnoredState(context.db, id, { type: 'theme', slugs, action: ignoreActionOf[action] })
    return { success: true, site_id: id, action, themes_ignored: state.slugs, notes: state.notes }
  })
