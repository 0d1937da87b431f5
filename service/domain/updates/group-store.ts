import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { clientCountsSql } from './client-count-store.ts'

/** By whom or what sites are put together. Sites without a client are a group too. */
export type Group = 'client' | 'tag'

export interface GroupRow {
  id: number | null
  name: string | null
  sites: number
  core: number
  plugins: number
  themes: number
  translations: number
  major: number
  minor: number
  patch: number
  unknown: number
}

const summed = ['core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown'] as const
const sums = summed.map((column) => `sum(counts.${column})::bigint as ${column}`).join(', ')
const waiting = 'counts.core + counts.plugins + counts.themes + counts.translations'

/** Of the whole fleet clients are counted already, however many sites they have. */
const everyClient = `select client_id as id, sum(sites)::bigint as sites, ${sums} from (${clientCountsSql}) as counts
  group by client_id having sum(sites) > 0`

/** The others are added up from the counts of their sites. */
const addedUp = (group: Group, visible: string) => {
  const key = group === 'client' ? 'client_id' : 'tag_id'
  return `select ${key} as id, count(*) as sites, ${sums}
    from site_update_counts as counts ${group === 'tag' ? 'join site_tags on site_tags.site_id = counts.site_id' : ''}
    where ${waiting} > 0 ${visible} group by ${key}`
}

/** How many updates wait for each client or tag and how far they go, the most first. */
export async function fetchGroups(
  db: Database,
  group: Group,
  limits: Limits | null,
  { page, perPage }: Page,
): Promise<{ rows: GroupRow[]; total: number }> {
  const visible = limits
    ? `and counts.site_id in (select sites.id from sites where ${visibleSitesSql('sites', 3, 4)})`
    : ''
  const found = await db.fetch(
    statement<GroupRow & { total: number }>(
      `updates-by-${group}${limits ? '-l' : ''}`,
      `select counted.*, named.name from (
         select *, count(*) over () as total from (${group === 'client' && !limits ? everyClient : addedUp(group, visible)}) as counts
         order by ${waiting} desc, id offset $1 limit $2
       ) as counted left join ${group}s as named using (id)
       order by ${waiting.replaceAll('counts', 'counted')} desc, id`,
    ),
    [(page - 1) * perPage, perPage, ...(limits ? limitValues(limits) : [])],
  )
  if (found.length === 0 && page > 1) {
    return { rows: [], total: (await fetchGroups(db, group, limits, { page: 1, perPage: 1 })).total }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}
