import { sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
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

export interface ChangeQuery {
  siteIds: number[]
  period: ReportPeriod
  segments: readonly string[]
  action?: string | undefined
}

const typeColumn = (index: 0 | 1 | 2) => rowTypes.map((type) => type[index])
// Reports contain only what happened: no failed attempts, and no changes with an unknown outcome.
// The suffixes are those of lines from before the outcome was stored.
const hasHappened = allOf([
  sql`changes.outcome = 'done'`,
  ...unknownOutcomeSuffixes.map((suffix) => sql`changes.description not like ${sql.lit(`%${suffix}`)}`),
])

function changeLines({ siteIds, period: { from, to }, segments, action }: ChangeQuery): Fragment {
  const types = [...new Set(segments.flatMap((segment) => typesOfSegments[segment] ?? []))]
  return sql`
    select changes.site_id, coalesce(types.segment, 'misc') as segment, coalesce(types.action, others.action) as action,
      changes.at, changes.id, changes.key, changes.type, changes.item, changes.user_name, changes.source
    from site_changes as changes
    left join unnest(${typeColumn(0)}::text[], ${typeColumn(1)}::text[], ${typeColumn(2)}::text[])
      as types (label, segment, action) on types.label =
      case when changes.item <> '' then split_part(changes.description, ':', 1)
        else split_part(split_part(changes.description, ' to “', 1), ' from “', 1) end
    left join unnest(${Object.keys(miscellaneous)}::text[], ${Object.values(miscellaneous)}::text[]) as others (type, action)
      on others.type = changes.type and types.label is null
    where changes.site_id = any (${siteIds}::bigint[]) and changes.at >= ${from} and changes.at < ${to}
      and changes.type = any (${types}::text[])
      and coalesce(types.segment, case when others.type is not null then 'misc' end) = any (${segments}::text[])
      and ${action === undefined ? sql`true` : sql`coalesce(types.action, others.action) = ${action}`}
      and ${hasHappened}`
}

/** Updates run by Flotilla are in the update history, with versions; the log of the site does not contain them. */
function updateLines({ siteIds, period: { from, to }, segments, action }: ChangeQuery): Fragment {
  const segment = sql`case type when 'core' then 'wordpress' when 'translation' then 'misc' else type || 's' end`
  const actionOfType = sql`case type when 'translation' then 'translations' else 'updated' end`
  return sql`
    select site_id, ${segment} as segment, ${actionOfType} as action, begun_at as at, id, name, from_version, to_version,
      user_name
    from update_history
    where site_id = any (${siteIds}::bigint[]) and begun_at >= ${from} and begun_at < ${to} and result = 'updated'
      and ${segment} = any (${segments}::text[])
      and ${action === undefined ? sql`true` : sql`${actionOfType} = ${action}`}`
}

/** Newest first. A change made through Flotilla may list several plugins; each is one line, with the name on the site. */
export const listChangeLines = (db: Database, query: ChangeQuery, limit: number): Promise<ChangeLine[]> =>
  queryRows(
    db,
    sql<ChangeLine>`with newest as (${changeLines(query)} order by changes.at desc, changes.id desc limit ${limit})
      select * from (
        select newest.site_id, segment, action, at, id,
          case when segment = 'wordpress' then 'WordPress' else coalesce(software.name, named.name) end as name,
          null::text as old_version,
          case when segment = 'wordpress' and named.name ~ '^[0-9]' then named.name end as new_version,
          user_name, source as by
        from newest
        cross join lateral unnest(
          case when key like 'audit %' and item <> '' then string_to_array(item, ', ') else array[item] end) as named (name)
        left join site_software as software on source = 'flotilla' and software.site_id = newest.site_id
          and software.kind = newest.type and software.slug = named.name
        union all
        select site_id, segment, action, at, id, name, from_version, to_version, user_name, 'flotilla'
        from (${updateLines(query)}) as updated
      ) as merged order by at desc, id desc, name limit ${limit}`,
  )

/** Not limited; by site, segment and action. */
export const countChangeLines = (db: Database, query: ChangeQuery): Promise<ChangeCount[]> =>
  queryRows(
    db,
    sql<ChangeCount>`select site_id, segment, action, sum(number) as total from (
        select site_id, segment, action,
          case when key like 'audit %' and item <> '' then cardinality(string_to_array(item, ', ')) else 1 end as number
        from (${changeLines(query)}) as changed
        union all
        select site_id, segment, action, 1 from (${updateLines(query)}) as updated
      ) as merged group by site_id, segment, action order by site_id, segment, action`,
  )

/** Updates whose site passed every check afterwards, and updates that did not stay. */
export interface UpdateCheckLine {
  site_id: number
  checked: number
  /** The newest 20; `total` counts all. */
  undone: { name: string; version: string; at: string }[]
  undone_total: number
}

// A site that was broken before its update passes the checks, which compare with the pages from before.
const homepageWorked = sql`exists (select from jsonb_array_elements(after) as page where page ->> 'path' = ''
  and (page ->> 'http_status')::integer between 200 and 399 and not (page ->> 'fatal_error')::boolean and not (page ->> 'blank')::boolean)`

/** A check that only warned was not passed. An update is undone when the version from before is back, as it was read from the site. */
export const listUpdateChecks = (
  db: Database,
  { siteIds, period: { from, to } }: Pick<ChangeQuery, 'siteIds' | 'period'>,
): Promise<UpdateCheckLine[]> =>
  queryRows(
    db,
    sql<UpdateCheckLine>`select line.site_id,
        count(*) filter (where result = 'updated' and healthy and not gates @> '[{"result": "failed"}]' and ${homepageWorked}) as checked,
        count(*) filter (where ${isUndone}) as undone_total,
        coalesce(to_json((array_agg(json_build_object('name', name, 'version', wanted_version, 'at', begun_at)
          order by begun_at desc, id desc) filter (where ${isUndone}))[1:20]), '[]') as undone
      from update_history as line left join update_checks as checks on checks.run = line.run
      where line.site_id = any (${siteIds}::bigint[]) and begun_at >= ${from} and begun_at < ${to} and type <> 'translation'
      group by line.site_id`,
  )

const isUndone = sql`result = 'rolled_back' and error_code = 'svc_update_rolled_back' and to_version = from_version
  and from_version <> '' and wanted_version <> ''`
