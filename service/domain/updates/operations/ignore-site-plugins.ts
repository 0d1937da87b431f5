import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoring } from '../ignore-updates.ts'
import { actionOfWord, IgnoreWord, Notes, SlugsOf, saidOf, Version } from '../ignored.ts'
import { ignoredState } from '../ignored-state.ts'

export const ignoreSitePlugins = operation({
  name: 'ignore-site-plugins',
  ability: 'svc/ignore-site-plugins-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of plugins on a site, in one version or all, or take that back.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: IgnoreWord,
    slugs: SlugsOf('plugin'),
    version: Version.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    site_id: z.int(),
    action: IgnoreWord,
    plugins_ignored: z.array(z.string()).describe('Slugs of all plugins that the site ignores now.'),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: ({ plugins_ignored, action }) => ({ message: saidOf(action), ignored_count: plugins_ignored.length }),
})
  .plans(({ site_id_or_domain, action, slugs, version = null }, context) =>
    planIgnoring(context, site_id_or_domain, actionOfWord[action], { type: 'plugin', slugs, version }),
  )
  .does(async ({ site_id_or_domain, action, slugs, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, actionOfWord[action], { type: 'plugin', slugs, version })
    const state = await ignoredState(context.db, id, { type: 'plugin', slugs, action: actionOfWord[action] })
    return { success: true, site_id: id, action, plugins_ignored: state.slugs, notes: state.notes }
  })
