import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'

export interface DueDomain {
  name: string
  /** One of its sites, used for the lookup. */
  site_id: number
}

const due = (now: Date) => sql`
  select domains.name, min(site_domains.site_id) as site_id, min(next_at) as next_at
  from domains join site_domains on site_domains.domain = domains.name join sites on sites.id = site_domains.site_id
  where next_at <= ${now} and suspended_by = 'none' group by domains.name`

/**
 * Takes due domains, the longest overdue first, but a limited number per top-level domain: each has one registry, and
 * registries block clients that send too many requests. They are due again in a day unless the lookup sets another
 * time. Concurrent callers get different domains.
 */
export async function takeDueDomains(
  trx: Db,
  { now, max, maxPerTopLevel }: { now: Date; max: number; maxPerTopLevel: number },
): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    with ranked as (
      select *, row_number() over (partition by substring(name from '[^.]*$') order by next_at, name) as rank_in_tld
      from (${due(now)}) as due),
    selected as (select * from ranked where rank_in_tld <= ${maxPerTopLevel} order by next_at, name limit ${max}),
    held as (
      select name from domains where name in (select name from selected) and next_at <= ${now}
      order by name for update skip locked),
    moved as (
      update domains set next_at = ${now}::timestamptz + interval '1 day'
      from held where held.name = domains.name returning domains.name)
    select selected.name, selected.site_id from selected join moved using (name) order by selected.name`.execute(trx)
  return rows
}

/** For dry runs. */
export async function countDueDomains(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`select count(*) as due from (${due(now)}) as due`.execute(db)
  return oneRow(rows).due
}
