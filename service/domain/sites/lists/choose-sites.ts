import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { conditionRules } from '../condition/condition.ts'
import { type FoundSites, findNamedSites } from '../find-site.ts'
import { SiteRefs } from '../site.ts'
import { SitesTableFilter } from './sites-table.ts'
import { listFilteredSites } from './sites-table-store.ts'

/** A filter of the sites table, and the sites that have an item of software. */
export const SiteFilter = SitesTableFilter.extend({
  software: z
    .strictObject({
      type: z.enum(['plugin', 'theme']),
      slug: z.string().min(1).max(200),
      version: z.string().max(60).optional(),
      active: z.boolean().optional(),
    })
    .optional()
    .describe('Sites that have this plugin or theme, in any version or one.'),
})
export type SiteFilter = z.output<typeof SiteFilter>

const emptyFilter = SiteFilter.parse({})

/** Whether it would match every site. */
export const isEmptyFilter = (filter: SiteFilter): boolean => isDeepStrictEqual(filter, emptyFilter)

/** The input of operations that act on many sites. Exactly one of the three selects them. */
export const siteChoiceFields = {
  site_ids_or_domains: SiteRefs.default([]),
  filter: SiteFilter.optional().describe('All sites that match: the filters of the sites table.'),
  all_sites: z.boolean().default(false).describe('All sites that you may see.'),
}

export interface SiteChoice {
  site_ids_or_domains: z.output<typeof SiteRefs>
  filter?: SiteFilter | undefined
  all_sites: boolean
}

/** The sites of a choice that the caller may see. A filter that would match every site is refused: all_sites says so. */
export async function chooseSites(
  context: Pick<Context, 'db' | 'actor' | 'settings' | 'clock'>,
  { site_ids_or_domains: refs, filter, all_sites }: SiteChoice,
): Promise<FoundSites> {
  const ways = [refs.length > 0, filter !== undefined, all_sites].filter(Boolean).length
  if (ways === 0) throw invalidInput({ filter: 'is missing; send a filter, site_ids_or_domains, or all_sites: true' })
  if (ways > 1)
    throw invalidInput({ filter: 'and site_ids_or_domains and all_sites all select sites; send only one of them' })
  if (refs.length > 0) return findNamedSites(context, refs)
  if (filter && isEmptyFilter(filter))
    throw invalidInput({ filter: 'is empty; send all_sites: true to select every site' })
  const { db, actor } = context
  const sites = await listFilteredSites(db, filter ?? emptyFilter, actor.limits, conditionRules(context))
  return { sites, namedAs: new Map(), errors: [] }
}
