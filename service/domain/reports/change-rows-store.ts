import { type Database, statement } from '../../platform/database/database.ts'
import { unknownOutcomeSuffixes } from '../activity/index.ts'
import type { ReportPeriod } from './period.ts'
import { miscellaneous, rowTypes, typesOfSegments } from './row-types.ts'

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

// Changes with an unknown outcome are left out of reports.
const sorted = `
  select changes.site_id, coalesce(kinds.segment, 'misc') as segment, coalesce(kinds.action, others.action) as action,
    changes.at, changes.id, changes.type, changes.item, changes.user_name, changes.source
  from site_changes as changes
  left join unnest($5::text[], $6::text[], $7::text[]) as kinds (words, segment, action) on kinds.words =
    case when changes.item <> '' then split_part(changes.description, ':', 1)
      else split_part(split_part(changes.description, ' to “', 1), ' from “', 1) end
  left join unnest($8::text[], $9::text[]) as others (type, action)
    on others.type = changes.type and kinds.words is null
  where changes.site_id = any ($1::bigint[]) and changes.at >= $2 and changes.at < $3 and changes.type = any ($11::text[])
    and coalesce(kinds.segment, case when others.type is not null then 'misc' end) = any ($4::text[])
    and ($10::text is null or coalesce(kinds.action, others.action) = $10)
    ${unknownOutcomeSuffixes.map((suffix) => `and changes.description not like '%${suffix}'`).join(' ')}`

// Updates that we ran stand in a history of their own, with their versions; the site's log does not know of them.
const updated = `
  select site_id, case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end as segment,
    case type when 'translation' then 'translations' else 'updated' end as action, begun_at as at, id, name,
    from_version, to_version, user_name
  from update_history
  where site_id = any ($1::bigint[]) and begun_at >= $2 and begun_at < $3 and result = 'updated'
    and case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end = any ($4::text[])
    and ($10::text is null or case type when 'translation' then 'translations' else 'updated' end = $10)`

// One of our own doings may name several plugins; each is a line of its own, by the name that the site gives it.
const lines = statement<ChangeLine>(
  'report-change-lines',
  `with newest as (${sorted} order by changes.at desc, changes.id desc limit $12)
   select * from (
     select newest.site_id, segment, action, at, id,
       case when segment = 'wordpress' then 'WordPress' else coalesce(software.name, named.name) end as name,
       null::text as old_version, case when segment = 'wordpress' and named.name ~ '^[0-9]' then named.name end as new_version,
       user_name, source as by
     from newest
     cross join lateral unnest(
       case when source = 'flotilla' and item <> '' then string_to_array(item, ', ') else array[item] end) as named (name)
     left join site_software as software on source = 'flotilla' and software.site_id = newest.site_id
       and software.kind = newest.type and software.slug = named.name
     union all
     select site_id, segment, action, at, id, name, from_version, to_version, user_name, 'flotilla' from (${updated}) as updated
   ) as told order by at desc, id desc, name limit $12`,
)
const counts = statement<ChangeCount>(
  'report-change-counts',
  `select site_id, segment, action, sum(number) as total from (
     select site_id, segment, action,
       case when source = 'flotilla' and item <> '' then cardinality(string_to_array(item, ', ')) else 1 end as number
     from (${sorted}) as sorted
     union all
     select site_id, segment, action, 1 from (${updated}) as updated
   ) as told group by site_id, segment, action order by site_id, segment, action`,
)

export interface WantedChanges {
  siteIds: number[]
  period: ReportPeriod
  segments: readonly string[]
  action?: string | undefined
}

const valuesOf = ({ siteIds, period, segments, action }: WantedChanges) => [
  ...[siteIds, period.from, period.to, segments],
  ...[0, 1, 2].map((place) => rowTypes.map((kind) => kind[place])),
  ...[Object.keys(miscellaneous), Object.values(miscellaneous)],
  action ?? null,
  [...new Set(segments.flatMap((segment) => typesOfSegments[segment] ?? []))],
]

/** Newest first. */
export const listChangeLines = (db: Database, wanted: WantedChanges, most: number): Promise<ChangeLine[]> =>
  db.fetch(lines, [...valuesOf(wanted), most])

/** All of them, by site, segment and action. */
export const countChangeLines = (db: Database, wanted: WantedChanges): Promise<ChangeCount[]> =>
  db.fetch(counts, valuesOf(wanted))
