import { todayOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { readFleetNumbers } from '../sites/index.ts'
import type { FleetDay } from './fleet-day-store.ts'

export async function readFleetToday(context: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<FleetDay> {
  const now = await readFleetNumbers(context.db, null)
  return {
    day: todayOf(context),
    connected: now.connected,
    disconnected: now.disconnected,
    suspended: now.suspended,
    sync_failed: now.sync_failed,
    sites_with_updates: now.with_updates,
    core_updates: now.core_updates,
    plugin_updates: now.plugin_updates,
    theme_updates: now.theme_updates,
    translation_updates: now.translation_updates,
  }
}
