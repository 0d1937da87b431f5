import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoreChange, readIgnoredState } from '../ignore-updates.ts'
import { AddOrRemove, ignoreActionOf, Notes, Version } from '../ignored-update.ts'
import { coreSlug } from '../update.ts'

const core = { type: 'core', slugs: [coreSlug] } as const

export const ignoreSiteCore = operation({
  name: 'ignore-site-core',
  ability: 'svc/ignore-site-core-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of WordPress on a site, in one version or all, or stop ignoring them.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, action: AddOrRemove, version: Version.optional() }),
  output: z.object({
    success: z.literal(true),
    site_id: z.int(),
    action: AddOrRemove,
    core_ignored: z
      .boolean()
      .describe('Whether updates of WordPress are ignored there now, by a rule of the site or of every site.'),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, action, version = null }, context) =>
    planIgnoreChange(context, site_id_or_domain, ignoreActionOf[action], { ...core, version }),
  )
  .does(async ({ site_id_or_domain, action, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, ignoreActionOf[action], { ...core, version })
    const { any, notes } = await readIgnoredState(context.db, id, { ...core, action: ignoreActionOf[action] })
    return { success: true, site_id: id, action, core_ignored: any, notes }
  })
