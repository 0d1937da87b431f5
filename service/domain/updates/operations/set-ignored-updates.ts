import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { changeIgnoredOnSite, planIgnoreChange, readIgnoredState } from '../ignore-updates.ts'
import { IgnorableType, ignoreActions, Notes, Version } from '../ignored-update.ts'
import { coreSlug } from '../update.ts'

export const setIgnoredUpdates = operation({
  name: 'set-ignored-updates',
  ability: 'svc/set-ignored-updates-v1',
  category: 'svc-updates',
  summary: 'Ignore the updates of one item on a site, in one version or all, or stop ignoring them.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({
    action: z.enum(ignoreActions),
    site_id_or_domain: SiteRef,
    type: IgnorableType,
    slug: z
      .string()
      .min(1)
      .max(200)
      .describe('Of WordPress itself: wordpress.')
      .meta({ examples: [coreSlug] }),
    version: Version.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    action: z.enum(ignoreActions),
    site_id: z.int(),
    type: IgnorableType,
    slug: z.string(),
    notes: Notes,
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, action, type, slug, version = null }, context) =>
    planIgnoreChange(context, site_id_or_domain, action, { type, slugs: [slug], version }),
  )
  .does(async ({ site_id_or_domain, action, type, slug, version = null }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    await changeIgnoredOnSite(context, id, action, { type, slugs: [slug], version })
    const { notes } = await readIgnoredState(context.db, id, { type, slugs: [slug], action })
    return { success: true, action, site_id: id, type, slug, notes }
  })
