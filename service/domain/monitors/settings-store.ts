import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'
import type { OwnColumns } from './monitor-settings.ts'
import { monitorsChannel, shareCount } from './watch-store.ts'

export interface MonitorSettingsRow extends OwnColumns {
  site_id: number
  emails: string[]
}

const columns = [
  'site_id',
  'active',
  'interval_seconds',
  'timeout_ms',
  'max_retries',
  'type',
  'method',
  'expected_status',
  'keyword',
  'emails',
] as const

export const findMonitorSettings = (db: Db, siteId: number): Promise<MonitorSettingsRow | undefined> =>
  db.selectFrom('monitors').select(columns).where('site_id', '=', siteId).executeTakeFirst()

export async function updateSettingsRows(
  trx: Db,
  siteIds: readonly number[],
  values: Partial<Omit<MonitorSettingsRow, 'site_id'>>,
): Promise<void> {
  await trx
    .updateTable('monitors')
    .set(values)
    .where('site_id', '=', sql<number>`any(${[...siteIds]}::bigint[])`)
    .execute()
}

/** The commit notifies the process that checks this monitor. */
export function updateOwnSettings(
  db: Database,
  siteId: number,
  values: Partial<Omit<MonitorSettingsRow, 'site_id'>>,
): Promise<MonitorSettingsRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('monitors')
      .set(values)
      .where('site_id', '=', siteId)
      .returning(columns)
      .executeTakeFirst()
    await notifyMonitorChanged(trx, siteId)
    return row
  })
}

export const notifyMonitorChanged = (db: Db, siteId: number): Promise<void> =>
  notify(db, monitorsChannel, String(siteId % shareCount))

/** One notice per share of the monitors, however many change. */
export async function notifyMonitorsChanged(db: Db, siteIds: readonly number[]): Promise<void> {
  const shares = new Map(siteIds.map((siteId) => [siteId % shareCount, siteId]))
  for (const siteId of shares.values()) await notifyMonitorChanged(db, siteId)
}
