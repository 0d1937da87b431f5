import type { Context } from '../../operation/context.ts'
import { readFleetNumbers } from '../sites/index.ts'
import type { FleetDay } from './fleet-day-store.ts'

const dayMs = 86_400_000

/** YYYY-MM-DD in UTC. */
export const utcDayOf = (time: Date, before = 0): string =>
  new Date(time.getTime() - before * dayMs).toISOString().slice(0, 10)

export async function readFleetToday({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<FleetDay> {
  const now = await readFleetNumbers(db, null)
  return {
    day: utcDayOf(clock.now()),
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
