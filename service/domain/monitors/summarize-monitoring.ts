import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { countMonitored } from './monitor-list-store.ts'
import { globalSettings } from './monitor-settings.ts'

/** How much of the fleet the monitors cover: without it, "no site is down" has no meaning. */
export const MonitoringSummary = z.object({
  sites: z.int().describe('Sites that are not suspended.'),
  monitored: z.int().describe('Of these, sites whose monitor is on.'),
  checked: z.int().describe('Of these, sites that were checked at least once.'),
  active_by_default: z.boolean().describe('Whether monitors without a setting of their own are on.'),
})

export async function summarizeMonitoring({
  db,
  actor,
  settings,
}: Pick<Context, 'db' | 'actor' | 'settings'>): Promise<z.input<typeof MonitoringSummary>> {
  const active_by_default = globalSettings(settings).active
  return { ...(await countMonitored(db, actor.limits, active_by_default)), active_by_default }
}
