import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { IgnoredEntry, ignorableTypesOf, toIgnored } from '../ignored-entry.ts'
import { fetchIgnored } from '../ignored-list-store.ts'

// More than anybody ignores by hand; the ability comes in pages.
const most = 10_000

export const listIgnoredItems = operation({
  name: 'list-ignored-items',
  summary: 'List what is ignored on every site, or with a site all that is ignored there.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef.optional().describe('Also what this site alone ignores.'),
    type: z.array(z.enum(['all', 'wp', 'core', 'plugins', 'themes'])).default(['all']),
    search: search.describe('Part of the name or slug.'),
  }),
  output: z.object({ ignored: z.array(IgnoredEntry), types: z.array(z.string()), total: z.int() }),
}).does(async ({ site_id_or_domain, type, search }, context) => {
  const site = site_id_or_domain === undefined ? undefined : await requireSite(context, site_id_or_domain)
  const types = ignorableTypesOf(type)
  // A site that was found may be seen.
  const which = site
    ? { scope: 'all' as const, siteIds: [site.id], limits: null }
    : { scope: 'global' as const, limits: null }
  const { rows, total } = await fetchIgnored(context.db, { ...which, types, search }, { page: 1, perPage: most })
  return { ignored: rows.map(toIgnored), types, total }
})
