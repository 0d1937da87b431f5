import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoring } from '../ignore-updates.ts'
import { IgnorableType, ItemSlugs, ignoreActions, Notes, Version } from '../ignored.ts'
import { ignoredState } from '../ignored-state.ts'

export const ignoreSiteUpdates = operation({
  name: 'ignore-site-updates',
  summary: 'Ignore updates on a site, of some items or of everything of a type, or take that back.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: z.enum(ignoreActions).default('ignore'),
    type: IgnorableType.default('plugin'),
    slugs: ItemSlugs.default([]).describe('Empty: everything of the type, also what comes later.'),
    version: Version.optional(),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    ignored: z.array(z.string()).describe('Slugs of everything of this type that the site ignores now.'),
    all_ignored: z.boolean().describe('The site ignores everything of this type.'),
    notes: Notes,
  }),
})
  .plans(({ site_id_or_domain, action, type, slugs, version = null }, context) =>
    planIgnoring(context, site_id_or_domain, action, { type, slugs, version }),
  )
  .does(async ({ site_id_or_domain, action, type, slugs, version = null }, context) => {
    const { id, url } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, action, { type, slugs, version })
    const state = await ignoredState(context.db, id, { type, slugs, action })
    return { site_id: id, site_url: url, ignored: state.slugs, all_ignored: state.all, notes: state.notes }
  })
