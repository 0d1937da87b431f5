import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage, search } from '../../../operation/shapes.ts'
import { findNamedSites, SiteError, SiteRefs } from '../../sites/index.ts'
import { IgnoredEntry, ignorableTypesOf, toIgnoredEntry } from '../ignored-update-entry.ts'
import { listIgnoredRules } from '../ignored-update-store.ts'

export const listIgnoredUpdates = operation({
  name: 'list-ignored-updates',
  ability: 'svc/list-ignored-updates-v1',
  category: 'svc-updates',
  summary: 'List the rules of ignored updates: first those for every site, then site by site.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    page,
    per_page: perPage(50, 200),
    site_ids_or_domains: SiteRefs.optional().describe('Only rules that apply to these sites.'),
    types: z.array(z.enum(['core', 'plugins', 'themes'])).optional(),
    search: search.describe('Part of the name or slug.'),
    scope: z.enum(['all', 'site', 'global']).default('all').describe('Rules of single sites, or rules for every site.'),
  }),
  output: z.object({
    ignored: z.array(IgnoredEntry),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    errors: z.array(SiteError),
  }),
}).does(async ({ page, per_page, site_ids_or_domains = [], types = [], search, scope }, context) => {
  const { db, actor } = context
  const named = site_ids_or_domains.length > 0 ? await findNamedSites(context, site_ids_or_domains) : undefined
  const siteIds = named?.sites.map(({ id }) => id)
  const filter = { types: ignorableTypesOf(types), scope, siteIds, search, limits: actor.limits }
  const { rows, total } = await listIgnoredRules(db, filter, { page, perPage: per_page })
  return { ignored: rows.map(toIgnoredEntry), page, per_page, total, errors: named?.errors ?? [] }
})
