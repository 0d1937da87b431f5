import { randomFrom } from '../../../simulator/index.ts'
import { type FleetDay, upsertFleetDay } from '../../domain/overview/index.ts'
import type { DemoContext } from './demo-context.ts'

const days = 45

type Today = FleetDay & { sites_total: number }

/** Derives past days from today: updates accumulate and are installed weekly, sites are added one by one. */
export async function writeFleetDays({ db, run, clock }: DemoContext): Promise<number> {
  const { days: known } = await run<{ days: Today[] }>('get-overview-history', { days: 1 })
  const today = known.at(-1)
  if (!today) return 0
  const random = randomFrom('demo', 'fleet days')
  for (let daysAgo = days; daysAgo >= 1; daysAgo--) {
    const sites = Math.max(1, today.sites_total - Math.floor(daysAgo / 6))
    const [disconnected, suspended] = [Number(daysAgo < 4) + Number(daysAgo < 20), Number(daysAgo < 9)]
    const unreachable = Math.min(sites - 1, disconnected + suspended)
    // Share of pending updates: highest before the weekly installation, and higher in the first month.
    const pendingShare = 0.75 + 0.09 * (7 - (daysAgo % 7)) + daysAgo / 90 + random.next() * 0.08
    const pending = (now: number) => Math.round((now * pendingShare * sites) / today.sites_total)
    await upsertFleetDay(db, {
      day: clock.dayAgo(daysAgo),
      connected: sites - unreachable,
      disconnected: Math.min(disconnected, unreachable),
      suspended: Math.max(0, unreachable - disconnected),
      sync_failed: Number(daysAgo === 1 || random.chance(0.12)),
      sites_with_updates: Math.min(Math.floor((sites - unreachable) * 0.95), pending(today.sites_with_updates)),
      core_updates: Math.min(sites, pending(today.core_updates)),
      plugin_updates: pending(today.plugin_updates),
      theme_updates: pending(today.theme_updates),
      translation_updates: pending(today.translation_updates),
    })
  }
  return days
}
