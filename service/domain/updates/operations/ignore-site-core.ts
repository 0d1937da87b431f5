import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoring } from '../ignore-updates.ts'
import { actionOfWord, IgnoreWord, Notes, saidOf, Version } from '../ignored.ts'
import { ignoredState } from '../ignored-state.ts'
import { coreSlug } from '../update.ts'

const core = { type: 'core', slugs: [coreSlug] } as const

export const ignoreSiteCore = operation({
  name: 'ignore-site-core',
  ability: 'svc/ignore-site-core-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of WordPress on a site, in one version or all, or take that back.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, action: IgnoreWord, version: Version.optional() }),
  output: z.object({
    success: z.literal(true),
    site_id: z.int(),
    action: IgnoreWord,
    core_ignored: z.boolean().describe('Whether WordPress is ignored there now, by the site or on every site.'),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: ({ core_ignored, action }) => ({ message: saidOf(action), ignored_count: Number(core_ignored) }),
})
  .plans(({ site_id_or_domain, action, version = null }, context) =>
    planIgnoring(context, site_id_or_domain, actionOfWord[action], { ...core, version }),
  )
  .does(async ({ site_id_or_domain, action, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, actionOfWord[action], { ...core, version })
    const { any, notes } = await ignoredState(context.db, id, { ...core, action: actionOfWord[action] })
    return { success: true, site_id: id, action, core_ignored: any, notes }
  })
