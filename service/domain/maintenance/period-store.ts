import { type Generated, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { announcedMs, periodCovers } from '../sites/index.ts'
import { type ScopeColumns, scopeIsVisible, scopeName } from './window-store.ts'

interface PeriodTable extends ScopeColumns {
  id: Generated<number>
  window_id: number | null
  title: string
  note: string
  starts_at: Date
  ends_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    maintenance_periods: PeriodTable
  }
}

export type PeriodRow = Selectable<PeriodTable>
export type NewPeriod = Omit<PeriodRow, 'id'>

export interface SiteMaintenance {
  periodId: number
  title: string
  endsAt: Date
}

/** Those of the sites that are in maintenance at this time, with the period that ends last. */
export async function listSitesInMaintenance(
  db: Db,
  siteIds: readonly number[],
  at: Date,
): Promise<Map<number, SiteMaintenance>> {
  if (siteIds.length === 0) return new Map()
  const { rows } = await sql<{ site_id: number; id: number; title: string; ends_at: Date }>`
    select distinct on (sites.id) sites.id as site_id, period.id, period.title, period.ends_at
    from maintenance_periods as period join sites on ${periodCovers('period', 'sites')}
    where period.ends_at > ${at} and period.starts_at <= ${at} and sites.id = any (${siteIds}::bigint[])
    order by sites.id, period.ends_at desc`.execute(db)
  return new Map(rows.map(({ site_id, id, title, ends_at }) => [site_id, { periodId: id, title, endsAt: ends_at }]))
}

export type MaintenanceSpan = [from: number, to: number]

/** The times in maintenance of each site, in milliseconds since 1970; they may overlap. */
export async function listMaintenanceSpans(
  db: Database,
  siteIds: readonly number[],
  since: Date,
  until: Date,
): Promise<Map<number, MaintenanceSpan[]>> {
  const rows = await queryRows(
    db,
    sql<{ site_id: number; spans: MaintenanceSpan[] }>`
      select sites.id as site_id, json_agg(json_build_array((extract(epoch from period.starts_at) * 1000)::float8,
        (extract(epoch from period.ends_at) * 1000)::float8) order by period.starts_at) as spans
      from maintenance_periods as period join sites on ${periodCovers('period', 'sites')}
      where period.ends_at > ${since} and period.starts_at < ${until} and sites.id = any (${siteIds}::bigint[])
      group by sites.id`,
  )
  return new Map(rows.map(({ site_id, spans }) => [site_id, spans]))
}

/** A stored period that is not over takes over the new end and texts. */
export async function upsertPeriods(trx: Db, periods: readonly NewPeriod[], now: Date): Promise<void> {
  if (periods.length === 0) return
  await trx
    .insertInto('maintenance_periods')
    .values([...periods])
    .onConflict((conflict) =>
      conflict
        .columns(['window_id', 'starts_at'])
        .doUpdateSet((row) => ({
          ends_at: row.ref('excluded.ends_at'),
          title: row.ref('excluded.title'),
          note: row.ref('excluded.note'),
        }))
        .where('maintenance_periods.ends_at', '>', now),
    )
    .execute()
}

/** Those that have not begun. */
export async function deleteFuturePeriods(trx: Db, windowId: number, now: Date): Promise<void> {
  await trx.deleteFrom('maintenance_periods').where('window_id', '=', windowId).where('starts_at', '>', now).execute()
}

/** Returns whether one was running. */
export async function endRunningPeriods(trx: Db, windowId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`update maintenance_periods set ends_at = ${now}
    where window_id = ${windowId} and starts_at <= ${now} and ends_at > ${now} returning id`.execute(trx)
  return rows.length > 0
}

export interface ListedPeriod extends PeriodRow {
  scope_name: string | null
}

export interface PeriodFilter {
  /** announced: takes place now or begins within a day. */
  when: 'current' | 'announced' | 'upcoming' | 'past'
  siteId: number | null
  limits: Limits | null
  now: Date
}

/** Periods that the caller may see; of one site: those that cover it. */
export async function listPeriods(
  db: Database,
  { when, siteId, limits, now }: PeriodFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: ListedPeriod[]; total: number }> {
  const time = {
    current: sql`period.ends_at > ${now} and period.starts_at <= ${now}`,
    announced: sql`period.ends_at > ${now} and period.starts_at <= ${new Date(now.getTime() + announcedMs)}`,
    upcoming: sql`period.ends_at > ${now} and period.starts_at > ${now}`,
    past: sql`period.ends_at <= ${now}`,
  }[when]
  const covers =
    siteId === null
      ? sql`true`
      : sql`exists (select from sites where sites.id = ${siteId} and ${periodCovers('period', 'sites')})`
  const periods = sql`from maintenance_periods as period where ${time} and ${covers} and ${scopeIsVisible('period', limits)}`
  const order = when === 'past' ? sql`period.ends_at desc, period.id desc` : sql`period.starts_at, period.id`
  const [rows, counted] = await Promise.all([
    queryRows(
      db,
      sql<ListedPeriod>`select period.*, ${scopeName('period')} as scope_name ${periods}
        order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    queryRows(db, sql<{ total: number }>`select count(*)::int as total ${periods}`),
  ])
  return { rows, total: oneRow(counted).total }
}
