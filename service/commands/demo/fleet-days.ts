import { randomFrom } from '../../../simulator/index.ts'
import { type FleetDay, writeFleetDay } from '../../domain/overview/index.ts'
import type { Scene } from './scene.ts'

const days = 45

type Today = FleetDay & { sites_total: number }

/** Day by day back from what the fleet is today: updates pile up and are installed every week, sites come one by one. */
export async function writeFleetDays({ db, run, clock }: Scene): Promise<number> {
  const { days: known } = await run<{ days: Today[] }>('get-overview-history', { days: 1 })
  const today = known.at(-1)!
  const random = randomFrom('demo', 'fleet days')
  for (let daysAgo = days; daysAgo >= 1; daysAgo--) {
    const sites = Math.max(1, today.sites_total - Math.floor(daysAgo / 6))
    const [disconnected, suspended] = [Number(daysAgo < 4) + Number(daysAgo < 20), Number(daysAgo < 9)]
    const lost = Math.min(sites - 1, disconnected + suspended)
    // How full the pile is: highest before the weekly round, and higher in the month before we began with rounds.
    const pile = 0.75 + 0.09 * (7 - (daysAgo % 7)) + daysAgo / 90 + random.next() * 0.08
    const waiting = (now: number) => Math.round((now * pile * sites) / today.sites_total)
    await writeFleetDay(db, {
      day: clock.dayAgo(daysAgo),
      connected: sites - lost,
      disconnected: Math.min(disconnected, lost),
      suspended: Math.max(0, lost - disconnected),
      sync_failed: Number(daysAgo === 1 || random.chance(0.12)),
      sites_with_updates: Math.min(Math.floor((sites - lost) * 0.95), waiting(today.sites_with_updates)),
      core_updates: Math.min(sites, waiting(today.core_updates)),
      plugin_updates: waiting(today.plugin_updates),
      theme_updates: waiting(today.theme_updates),
      translation_updates: waiting(today.translation_updates),
    })
  }
  return days
}
