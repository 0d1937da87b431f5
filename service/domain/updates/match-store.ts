import { containing } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { countedSql } from './count-store.ts'
import type { UpdateType } from './update.ts'
import { summaryOf } from './update-entry.ts'
import type { LookedUp, UpdateListFilter } from './update-filter-store.ts'

const mostSlugs = 2_000

// The first condition has an index and may find too much, where a text ends in the name and begins in the slug.
const matching = `type = any ($1::text[]) and lower(name) || E'\\n' || lower(slug) like $2
  and (lower(name) like $2 or lower(slug) like $2)`

const lookUp = statement<{ type: UpdateType; updates: number; slugs: string[] | null }>(
  'updates-matching',
  `select type, sum(sites)::bigint as updates, case when sum(count(*)) over () <= ${mostSlugs} then array_agg(slug) end as slugs
   from (${countedSql('type, slug', matching)}) as item group by type`,
)

/**
 * The filter, with what its search finds if it has one. A million updates are of a few thousand items: those are looked
 * through, and what waits for them is counted already.
 */
export async function withMatches(db: Database, filter: UpdateListFilter): Promise<LookedUp> {
  if (!filter.search) return filter
  const rows = await db.fetch(lookUp, [filter.types, containing(filter.search.toLowerCase())])
  const of = (wanted: UpdateType) => rows.find(({ type }) => type === wanted)?.updates ?? 0
  const summary = summaryOf({
    core: of('core'),
    plugins: of('plugin'),
    themes: of('theme'),
    translations: of('translation'),
  })
  const slugs = rows.some((row) => row.slugs === null) ? null : [...new Set(rows.flatMap((row) => row.slugs!))]
  return { ...filter, matches: { summary, slugs } }
}
