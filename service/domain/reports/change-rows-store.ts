import { type Database, statement } from '../../platform/database/database.ts'
import { miscellaneous, rowKinds } from './kinds-of-rows.ts'
import type { Period } from './period.ts'

/** What happened on sites in a period, sorted into segments and actions. */
export interface ChangeLine {
  site_id: number
  segment: string
  action: string
  at: Date
  name: string
  old_version: string | null
  new_version: string | null
  user_name: string
  by: 'site' | 'flotilla'
}

export interface ChangeCount {
  site_id: number
  segment: string
  action: string
  total: number
}

// One of our own doings may name several plugins; each is a line of its own, by the name that the site gives it.
// Nobody can say whether what ended in doubt happened, so it is told to nobody's client. Updates that we ran stand in the
// history of updates, with their versions; the site's own log does not know of them.
const recorded = `
  select changes.site_id, coalesce(kinds.segment, 'misc') as segment, coalesce(kinds.action, others.action) as action,
    changes.at, changes.id,
    case when kinds.segment = 'wordpress' then 'WordPress' else coalesce(software.name, named.name) end as name,
    null::text as old_version,
    case when kinds.segment = 'wordpress' and named.name ~ '^[0-9]' then named.name end as new_version,
    changes.user_name, changes.source as by
  from site_changes as changes
  left join unnest($5::text[], $6::text[], $7::text[]) as kinds (words, segment, action) on kinds.words =
    split_part(split_part(split_part(changes.description, ':', 1), ' to “', 1), ' from “', 1)
  left join unnest($8::text[], $9::text[]) as others (type, action)
    on others.type = changes.type and kinds.words is null
  cross join lateral unnest(
    case when changes.source = 'flotilla' then string_to_array(changes.item, ', ') else array[changes.item] end
    || case when changes.source = 'flotilla' and changes.item = '' then array[''] else '{}' end) as named (name)
  left join site_software as software on changes.source = 'flotilla' and software.site_id = changes.site_id
    and software.kind = changes.type and software.slug = named.name
  where changes.site_id = any ($1::bigint[]) and changes.at >= $2 and changes.at < $3
    and coalesce(kinds.segment, case when others.type is not null then 'misc' end) = any ($4::text[])
    and changes.description not like '% (nobody can say whether it happened)'
  union all
  select site_id, case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end,
    case type when 'translation' then 'translations' else 'updated' end, begun_at, id, name, from_version, to_version,
    user_name, 'flotilla'
  from update_history
  where site_id = any ($1::bigint[]) and begun_at >= $2 and begun_at < $3 and result = 'updated'
    and case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end = any ($4::text[])`

const lines = statement<ChangeLine>(
  'report-change-lines',
  `select * from (${recorded}) as recorded where $10::text is null or action = $10
   order by at desc, id desc, name limit $11`,
)
const counts = statement<ChangeCount>(
  'report-change-counts',
  `select site_id, segment, action, count(*) as total from (${recorded}) as recorded
   where $10::text is null or action = $10 group by site_id, segment, action order by site_id, segment, action`,
)

export interface WantedChanges {
  siteIds: number[]
  period: Period
  segments: readonly string[]
  action?: string | undefined
}

const valuesOf = ({ siteIds, period, segments, action }: WantedChanges) => [
  ...[siteIds, period.from, period.to, segments],
  ...[0, 1, 2].map((place) => rowKinds.map((kind) => kind[place])),
  ...[Object.keys(miscellaneous), Object.values(miscellaneous)],
  action ?? null,
]

/** Newest first. */
export const listChangeLines = (db: Database, wanted: WantedChanges, most: number): Promise<ChangeLine[]> =>
  db.fetch(lines, [...valuesOf(wanted), most])

/** All of them, by site, segment and action. */
export const countChangeLines = (db: Database, wanted: WantedChanges): Promise<ChangeCount[]> =>
  db.fetch(counts, valuesOf(wanted))
