import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { IgnoredEntry, ignorableTypesOf, toIgnoredEntry } from '../ignored-update-entry.ts'
import { listIgnoredRules } from '../ignored-update-store.ts'

// REST has no pages here; list-ignored-updates has.
const maxRules = 10_000

export const listIgnoredItems = operation({
  name: 'list-ignored-items',
  summary: 'List the ignored items of every site, or with a site all that are ignored there.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef.optional().describe('Also the items that only this site ignores.'),
    type: z.array(z.enum(['all', 'wp', 'core', 'plugins', 'themes'])).default(['all']),
    search: search.describe('Part of the name or slug.'),
  }),
  output: z.object({ ignored: z.array(IgnoredEntry), types: z.array(z.string()), total: z.int() }),
}).does(async ({ site_id_or_domain, type, search }, context) => {
  const site = site_id_or_domain === undefined ? undefined : await requireSite(context, site_id_or_domain)
  const types = ignorableTypesOf(type)
  // requireSite has checked the limits.
  const scope = site
    ? { scope: 'all' as const, siteIds: [site.id], limits: null }
    : { scope: 'global' as const, limits: null }
  const { rows, total } = await listIgnoredRules(
    context.db,
    { ...scope, types, search },
    { page: 1, perPage: maxRules },
  )
  return { ignored: rows.map(toIgnoredEntry), types, total }
})
