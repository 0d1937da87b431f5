import { sql } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'

/** The last numbers of a day. */
export interface FleetDay {
  day: Day
  connected: number
  disconnected: number
  suspended: number
  sync_failed: number
  sites_with_updates: number
  core_updates: number
  plugin_updates: number
  theme_updates: number
  translation_updates: number
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    fleet_days: FleetDay
  }
}

export const listFleetDays = (db: Database, since: string): Promise<FleetDay[]> =>
  queryRows(db, sql<FleetDay>`select * from fleet_days where day >= ${since}::date order by day`)

export async function upsertFleetDay(db: Database, today: FleetDay): Promise<void> {
  const { day: _, ...numbers } = today
  await db
    .insertInto('fleet_days')
    .values(today)
    .onConflict((conflict) => conflict.column('day').doUpdateSet(numbers))
    .execute()
}
