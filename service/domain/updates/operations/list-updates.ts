import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage, search } from '../../../operation/shapes.ts'
import { findNamedSites, SiteError, SiteRefs } from '../../sites/index.ts'
import { ListedUpdate, Summary, TypeName, toListedUpdate, typesOf } from '../update-entry.ts'
import { countUpdates, listUpdateRows, withSearchMatches } from '../update-list-store.ts'

export const listUpdates = operation({
  name: 'list-updates',
  ability: 'svc/list-updates-v1',
  category: 'svc-updates',
  summary: 'List the pending updates, without the ignored ones, by site; the summary counts all that match the filter.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    types: z.array(TypeName).default([]).describe('Empty: all types.'),
    search: search.describe('Part of the name or slug.'),
    page,
    per_page: perPage(50, 200),
  }),
  output: z.object({
    updates: z.array(ListedUpdate),
    summary: Summary,
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    errors: z.array(SiteError),
  }),
}).does(async ({ site_ids_or_domains, types, search, page, per_page }, context) => {
  const { db, actor } = context
  const named = site_ids_or_domains.length > 0 ? await findNamedSites(context, site_ids_or_domains) : undefined
  // findNamedSites has checked the limits.
  const sites = named ? { siteIds: named.sites.map(({ id }) => id), limits: null } : { limits: actor.limits }
  const filter = await withSearchMatches(db, { ...sites, types: typesOf(types), search })
  const [rows, summary] = await Promise.all([
    listUpdateRows(db, filter, { page, perPage: per_page }),
    countUpdates(db, filter),
  ])
  return {
    updates: rows.map(toListedUpdate),
    summary,
    page,
    per_page,
    total: summary.total,
    errors: named?.errors ?? [],
  }
})
