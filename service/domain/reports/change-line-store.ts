import { type Database, statement } from '../../platform/database/database.ts'
import { unknownOutcomeSuffixes } from '../activity/index.ts'
import type { ReportPeriod } from './period.ts'
import { miscellaneous, rowTypes, typesOfSegments } from './row-types.ts'

/** A change, with its segment and action. */
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
const changeLines = `
  select changes.site_id, coalesce(types.segment, 'misc') as segment, coalesce(types.action, others.action) as action,
    changes.at, changes.id, changes.type, changes.item, changes.user_name, changes.source
  from site_changes as changes
  left join unnest($5::text[], $6::text[], $7::text[]) as types (label, segment, action) on types.label =
    case when changes.item <> '' then split_part(changes.description, ':', 1)
      else split_part(split_part(changes.description, ' to “', 1), ' from “', 1) end
  left join unnest($8::text[], $9::text[]) as others (type, action)
    on others.type = changes.type and types.label is null
  where changes.site_id = any ($1::bigint[]) and changes.at >= $2 and changes.at < $3 and changes.type = any ($11::text[])
    and coalesce(types.segment, case when others.type is not null then 'misc' end) = any ($4::text[])
    and ($10::text is null or coalesce(types.action, others.action) = $10)
    ${unknownOutcomeSuffixes.map((suffix) => `and changes.description not like '%${suffix}'`).join(' ')}`

// Updates run by Flotilla are in the update history, with versions; the log of the site does not contain them.
const updateLines = `
  select site_id, case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end as segment,
    case type when 'translation' then 'translations' else 'updated' end as action, begun_at as at, id, name,
    from_version, to_version, user_name
  from update_history
  where site_id = any ($1::bigint[]) and begun_at >= $2 and begun_at < $3 and result = 'updated'
    and case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end = any ($4::text[])
    and ($10::text is null or case type when 'translation' then 'translations' else 'updated' end = $10)`

// A change made through Flotilla may list several plugins; each is one line, with the name on the site.
const lines = statement<ChangeLine>(
  'report-change-lines',
  `with newest as (${changeLines} order by changes.at desc, changes.id desc limit $12)
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
     select site_id, segment, action, at, id, name, from_version, to_version, user_name, 'flotilla' from (${updateLines}) as updated
   ) as merged order by at desc, id desc, name limit $12`,
)
const counts = statement<ChangeCount>(
  'report-change-counts',
  `select site_id, segment, action, sum(number) as total from (
     select site_id, segment, action,
       case when source = 'flotilla' and item <> '' then cardinality(string_to_array(item, ', ')) else 1 end as number
     from (${changeLines}) as changed
     union all
     select site_id, segment, action, 1 from (${updateLines}) as updated
   ) as merged group by site_id, segment, action order by site_id, segment, action`,
)

export interface ChangeQuery {
  siteIds: number[]
  period: ReportPeriod
  segments: readonly string[]
  action?: string | undefined
}

const valuesOf = ({ siteIds, period, segments, action }: ChangeQuery) => [
  ...[siteIds, period.from, period.to, segments],
  ...[0, 1, 2].map((index) => rowTypes.map((type) => type[index])),
  ...[Object.keys(miscellaneous), Object.values(miscellaneous)],
  action ?? null,
  [...new Set(segments.flatMap((segment) => typesOfSegments[segment] ?? []))],
]

/** Newest first. */
export const listChangeLines = (db: Database, query: ChangeQuery, limit: number): Promise<ChangeLine[]> =>
  db.fetch(lines, [...valuesOf(query), limit])

/** Not limited; by site, segment and action. */
export const countChangeLines = (db: Database, query: ChangeQuery): Promise<ChangeCount[]> =>
  db.fetch(counts, valuesOf(query))
