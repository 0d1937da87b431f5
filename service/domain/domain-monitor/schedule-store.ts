import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface DueDomain {
  name: string
  /** One of its sites, through which it is looked up. */
  site_id: number
}

const due = (now: Date) => sql`
  select domains.name, min(site_domains.site_id) as site_id, min(next_at) as next_at
  from domains join site_domains on site_domains.domain = domains.name join sites on sites.id = site_domains.site_id
  where next_at <= ${now} and suspended_by = 'none' group by domains.name`

/**
 * Takes the domains whose turn has come, the longest overdue first, but only so many of each top-level domain: behind one
 * of those stands one registry, and registries shut out whoever asks too much. They come again in a day unless the lookup
 * itself says otherwise. Whoever else does this at the same time gets others.
 */
export async function takeDueDomains(
  trx: Db,
  { now, most, mostOfOne }: { now: Date; most: number; mostOfOne: number },
): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    with ranked as (
      select *, row_number() over (partition by substring(name from '[^.]*$') order by next_at, name) as place
      from (${due(now)}) as due),
    wanted as (select * from ranked where place <= ${mostOfOne} order by next_at, name limit ${most}),
    held as (
      select name from domains where name in (select name from wanted) and next_at <= ${now}
      order by name for update skip locked),
    moved as (
      update domains set next_at = ${now}::timestamptz + interval '1 day'
      from held where held.name = domains.name returning domains.name)
    select wanted.name, wanted.site_id from wanted join moved using (name) order by wanted.name`.execute(trx)
  return rows
}

/** How many are due now: for whoever only asks. */
export async function countDueDomains(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`select count(*) as due from (${due(now)}) as due`.execute(db)
  return rows[0]!.due
}
