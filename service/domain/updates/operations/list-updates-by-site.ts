import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, perPage, search } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { ListedUpdate, Summary, toListedUpdate, typesOf } from '../update-entry.ts'
import { countSitesWithUpdates, countUpdates, listUpdateRowsBySite, withSearchMatches } from '../update-list-store.ts'

const typeNames = ['all', 'wp', 'core', 'plugins', 'themes', 'translations'] as const

export const listUpdatesBySite = operation({
  name: 'list-updates-by-site',
  summary: 'List the sites with pending updates, each with all of them, without the ignored ones.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef.optional().describe('Only this site.'),
    type: z.array(z.enum(typeNames)).default(['all']),
    search: search.describe('Part of the name or slug of the item.'),
    include: idList.describe('Only these sites.'),
    exclude: idList.describe('Not these sites.'),
    page,
    per_page: perPage(50, 1000),
  }),
  output: z.object({
    updates: z.array(
      ListedUpdate.extend({
        url: z.string(),
        tested_with: z.string().nullable(),
        requires_wordpress: z.string().nullable(),
        requires_php: z.string().nullable(),
        fits_wordpress: z.boolean().nullable(),
        fits_php: z.boolean().nullable(),
      }),
    ),
    types: z.array(z.string()).describe('The requested types.'),
    summary: Summary,
    page: z.int(),
    per_page: z.int().describe('Sites.'),
    total: z.int().describe('Sites with pending updates.'),
  }),
}).does(async ({ site_id_or_domain, type, search, include, exclude, page, per_page }, context) => {
  const { db, actor } = context
  const only = site_id_or_domain === undefined ? undefined : (await requireSite(context, site_id_or_domain)).id
  const siteIds = only !== undefined ? [only] : include.length > 0 ? include : undefined
  const types = typesOf(type)
  const selection = { types, search, siteIds, excludedSiteIds: exclude, limits: actor.limits }
  const filter = await withSearchMatches(db, selection)
  const [rows, summary, sites] = await Promise.all([
    listUpdateRowsBySite(db, filter, { page, perPage: per_page }),
    countUpdates(db, filter),
    countSitesWithUpdates(db, filter),
  ])
  const updates = rows.map(
    ({ url, tested_with, requires_wordpress, requires_php, fits_wordpress, fits_php, ...row }) => {
      return { ...toListedUpdate(row), url, tested_with, requires_wordpress, requires_php, fits_wordpress, fits_php }
    },
  )
  return { updates, types, summary, page, per_page, total: sites }
})
