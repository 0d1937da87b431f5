import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { takeRows } from '../../platform/work/work-store.ts'

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
  const { rows: selected } = await sql<DueDomain>`
    with ranked as (
      select *, row_number() over (partition by substring(name from '[^.]*$') order by next_at, name) as rank_in_tld
      from (${due(now)}) as due)
    select name, site_id from ranked where rank_in_tld <= ${maxPerTopLevel} order by next_at, name limit ${max}`.execute(
    trx,
  )
  const taken = await takeRows<{ name: string }>(
    trx,
    { table: 'domains', key: 'name' },
    {
      conditions: [sql`name = any (${selected.map(({ name }) => name)}::text[]) and next_at <= ${now}`],
      orderBy: sql`name`,
    },
    { set: sql`next_at = ${now}::timestamptz + interval '1 day'`, returning: sql`name` },
  )
  const names = new Set(taken.map(({ name }) => name))
  return selected.filter(({ name }) => names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** For dry runs. */
export async function countDueDomains(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`select count(*) as due from (${due(now)}) as due`.execute(db)
  return oneRow(rows).due
}
