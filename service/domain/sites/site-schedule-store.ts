import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { takeRows } from '../../platform/work/work-store.ts'

type ScheduleKind = 'sync' | 'certificate' | 'audit' | 'icon' | 'watch'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_schedules: { site_id: number; kind: ScheduleKind; next_at: Date }
  }
}

/** Work that is repeated for every site. */
export interface SiteSchedule {
  kind: ScheduleKind
  /** Each site has its own time in the period. */
  periodSeconds: number
  /** When a new site is due: now, or at its own time in the period. */
  firstRun: 'now' | 'own-time'
  /**
   * `synced`: connected ones, and those whose key is tried again at each sync. `scheduled`: only those that `scheduleSites` named,
   * suspended ones too.
   */
  sites: 'all' | 'connected' | 'synced' | 'scheduled'
}

export interface DueSite {
  id: number
  url: string
}

/**
 * Takes due sites, the longest overdue first, and schedules the next run of each. Concurrent callers get different sites.
 * Suspended sites are rescheduled but not returned.
 */
export async function takeDueSites(
  trx: Db,
  schedule: SiteSchedule,
  { now, limit }: { now: Date; limit: number },
): Promise<DueSite[]> {
  const { kind, firstRun, periodSeconds } = schedule
  const due = now.toISOString()
  if (schedule.sites !== 'scheduled')
    await sql`
    insert into site_schedules (site_id, kind, next_at)
    select id, ${kind}, ${firstRun === 'now' ? sql`${due}::timestamptz` : ownTime('sites.id', now, periodSeconds)} from sites
    where ${isIncluded(schedule)}
      and not exists (select from site_schedules where site_id = sites.id and kind = ${kind})
    on conflict do nothing`.execute(trx)
  const taken = await takeRows<{ site_id: number }>(
    trx,
    { table: 'site_schedules', key: 'site_id' },
    { scope: sql`kind = ${kind}`, conditions: [sql`next_at <= ${due}`], orderBy: sql`next_at`, limit },
    { set: sql`next_at = ${ownTime('site_schedules.site_id', now, periodSeconds)}`, returning: sql`site_id` },
  )
  const { rows } = await sql<DueSite>`
    select id, url from sites where id = any (${taken.map(({ site_id }) => site_id)}::bigint[])
      and ${isCalled(schedule)} order by id`.execute(trx)
  return rows
}

/** For dry runs. */
export async function countDueSites(db: Db, schedule: SiteSchedule, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from sites
    left join site_schedules on site_id = sites.id and kind = ${schedule.kind}
    where ${isCalled(schedule)}
      and coalesce(next_at, ${schedule.firstRun === 'now' && schedule.sites !== 'scheduled' ? now : null}::timestamptz) <= ${now}`.execute(
    db,
  )
  return oneRow(rows).due
}

/** Sets the next run, instead of the site's own time in the period; null: there is none. */
export async function scheduleSites(
  trx: Db,
  kind: ScheduleKind,
  siteIds: readonly number[],
  nextAt: Date | null,
): Promise<void> {
  if (nextAt === null) {
    await sql`delete from site_schedules where kind = ${kind} and site_id = any (${siteIds}::bigint[])`.execute(trx)
    return
  }
  await sql`
    insert into site_schedules (site_id, kind, next_at)
    select id, ${kind}, ${nextAt}::timestamptz from sites where id = any (${siteIds}::bigint[]) order by id
    on conflict (site_id, kind) do update set next_at = excluded.next_at`.execute(trx)
}

const included = {
  all: sql`true`,
  connected: sql`connection = 'connected'`,
  synced: sql`(connection = 'connected' or (connection = 'disconnected' and key_is_retried))`,
  scheduled: sql`true`,
}
const isIncluded = ({ sites }: SiteSchedule) => included[sites]

const isCalled = (schedule: SiteSchedule) =>
  schedule.sites === 'scheduled' ? sql`true` : sql`suspended_by = 'none' and ${isIncluded(schedule)}`

/** The next time at the site's offset in the period; the golden ratio spreads the offsets of consecutive ids evenly. */
function ownTime(id: string, now: Date, periodSeconds: number) {
  const multiple = sql`${sql.ref(id)} * 0.618033988749895::float8`
  const offset = sql`(${multiple} - floor(${multiple}))`
  const periods = sql`${now.getTime() / 1000}::float8 / ${periodSeconds}::float8`
  return sql`to_timestamp((floor(${periods} - ${offset}) + 1 + ${offset}) * ${periodSeconds}::float8)`
}

/** When the site that is due first is or was due; null without sites. */
export async function findOldestDue(db: Db, kind: ScheduleKind): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date }>`
    select next_at from site_schedules where kind = ${kind} order by next_at limit 1`.execute(db)
  return rows[0]?.next_at ?? null
}

export async function countFailedSyncs(db: Db): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(*) as failed from sites where sync_error_code is not null`.execute(db)
  return oneRow(rows).failed
}
