import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoreChange, readIgnoredState } from '../ignore-updates.ts'
import { AddOrRemove, ignoreActionOf, Notes, SlugsOf, Version } from '../ignored-update.ts'

export const ignoreSitePlugins = operation({
  name: 'ignore-site-plugins',
  ability: 'svc/ignore-site-plugins-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of plugins on a site, in one version or all, or stop ignoring them.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: AddOrRemove,
    slugs: SlugsOf('plugin'),
    version: Version.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    site_id: z.int(),
    action: AddOrRemove,
    plugins_ignored: z.array(z.string()).describe('Slugs of all plugins that the site ignores now.'),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, action, slugs, version = null }, context) =>
    planIgnoreChange(context, site_id_or_domain, ignoreActionOf[action], { type: 'plugin', slugs, version }),
  )
  .does(async ({ site_id_or_domain, action, slugs, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, ignoreActionOf[action], { type: 'plugin', slugs, version })
    const state = await readIgnoredState(context.db, id, { type: 'plugin', slugs, action: ignoreActionOf[action] })
    return { success: true, site_id: id, action, plugins_ignored: state.slugs, notes: state.notes }
  })
