import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoreChange, readIgnoredState } from '../ignore-updates.ts'
import { IgnorableType, ItemSlugs, ignoreActions, ignoreNoteFields, Notes, Version } from '../ignored-update.ts'

export const ignoreSiteUpdates = operation({
  name: 'ignore-site-updates',
  summary: 'Ignore updates on a site, of some items or of all items of a type, or stop ignoring them.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: z.enum(ignoreActions).default('ignore'),
    type: IgnorableType.default('plugin'),
    slugs: ItemSlugs.default([]).describe('Empty: all items of the type, also later ones.'),
    version: Version.optional(),
    ...ignoreNoteFields,
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    ignored: z.array(z.string()).describe('Slugs of all items of this type that the site ignores now.'),
    all_ignored: z.boolean().describe('The site ignores all items of this type.'),
    notes: Notes,
  }),
})
  .plans(({ site_id_or_domain, action, type, slugs, version = null }, context) =>
    planIgnoreChange(context, site_id_or_domain, action, { type, slugs, version }),
  )
  .does(async ({ site_id_or_domain, action, type, slugs, version = null, reason, until }, context) => {
    const { id, url } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, action, { type, slugs, version }, { reason, until })
    const state = await readIgnoredState(context.db, id, { type, slugs, action })
    return { site_id: id, site_url: url, ignored: state.slugs, all_ignored: state.all, notes: state.notes }
  })
