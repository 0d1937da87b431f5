import type { Db } from '../../platform/database/database.ts'
import { upsertPeriods } from './period-store.ts'
import { planAheadMs, planPeriods } from './plan-periods.ts'
import { updateWindow, type WindowRow } from './window-store.ts'

/** Stores the periods of a window from its last planned time on. */
export async function storePeriods(trx: Db, window: WindowRow, now: Date): Promise<number> {
  const until = new Date(now.getTime() + planAheadMs)
  const { id, title, note, site_id, tag_id, client_id, planned_until } = window
  const periods = planPeriods(window, planned_until, until).map((period) => ({
    ...period,
    window_id: id,
    title,
    note,
    site_id,
    tag_id,
    client_id,
  }))
  await upsertPeriods(trx, periods, now)
  await updateWindow(trx, id, { planned_until: until })
  return periods.length
}
