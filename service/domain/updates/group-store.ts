import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { UpdateType } from './update.ts'

/** By whom or what sites are put together. Sites without a client are a group too. */
const groups = {
  client: {
    key: 'sites.client_id',
    name: 'clients.name',
    from: 'sites left join clients on clients.id = sites.client_id',
  },
  tag: {
    key: 'tags.id',
    name: 'tags.name',
    from: 'sites join site_tags on site_tags.site_id = sites.id join tags on tags.id = site_tags.tag_id',
  },
}
export type Group = keyof typeof groups

export interface GroupRow {
  id: number | null
  name: string | null
  sites: number
  core: number
  plugins: number
  themes: number
  translations: number
}

const waiting = '(core_update is not null)::integer + plugin_updates + theme_updates + translation_updates'

/** How many updates wait for each client or tag, the most first; from the counts beside the sites. */
export async function fetchGroups(
  db: Database,
  group: Group,
  limits: Limits | null,
  { page, perPage }: Page,
): Promise<{ rows: GroupRow[]; total: number }> {
  const { key, name, from } = groups[group]
  const found = await db.fetch(
    statement<GroupRow & { total: number }>(
      `updates-by-${group}${limits ? '-l' : ''}`,
      `select ${key} as id, ${name} as name, count(*) as sites, count(core_update) as core,
         sum(plugin_updates) as plugins, sum(theme_updates) as themes, sum(translation_updates) as translations,
         count(*) over () as total
       from ${from} where ${waiting} > 0 ${limits ? `and ${visibleSitesSql('sites', 3, 4)}` : ''}
       group by ${key}, ${name} order by sum(${waiting}) desc, ${key} offset $1 limit $2`,
    ),
    [(page - 1) * perPage, perPage, ...(limits ? limitValues(limits) : [])],
  )
  if (found.length === 0 && page > 1) {
    return { rows: [], total: (await fetchGroups(db, group, limits, { page: 1, perPage: 1 })).total }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

export interface StepRow {
  id: number | null
  type: UpdateType
  current_version: string
  new_version: string
  updates: number
}

/** From which version to which, for the groups of a page alone. */
export async function fetchStepsOfGroups(
  db: Database,
  group: Group,
  limits: Limits | null,
  ids: readonly (number | null)[],
): Promise<StepRow[]> {
  const { key, from } = groups[group]
  return db.fetch(
    statement<StepRow>(
      `update-steps-by-${group}${limits ? '-l' : ''}`,
      `select ${key} as id, offered.type, offered.current_version, offered.new_version, count(*) as updates
       from ${from} join site_updates as offered on offered.site_id = sites.id
       where not offered.ignored and offered.type <> 'translation'
         and (${key} = any ($1::bigint[]) or ($2::boolean and ${key} is null))
         ${limits ? `and ${visibleSitesSql('sites', 3, 4)}` : ''}
       group by 1, 2, 3, 4`,
    ),
    [ids.filter((id) => id !== null), ids.includes(null), ...(limits ? limitValues(limits) : [])],
  )
}
