import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { countMonitored, type MonitoredCounts } from './monitor-list-store.ts'
import { monitorRules } from './monitor-settings.ts'

/** How much of the fleet the monitors cover: without that, "no site is down" says nothing. */
export const MonitoringSummary = z.object({
  sites: z.int().describe('Sites that are not suspended.'),
  monitored: z.int().describe('Of these, sites whose monitor is on.'),
  checked: z.int().describe('Of the monitored sites, those checked within two intervals.'),
  down: z.int().describe('Of the monitored sites, those that are down.'),
  active_by_default: z.boolean().describe('Whether monitors without a setting of their own are on.'),
  summary: z.string().describe('The same as a sentence.'),
})

export async function summarizeMonitoring(
  context: Pick<Context, 'db' | 'actor' | 'settings' | 'clock'>,
): Promise<z.input<typeof MonitoringSummary>> {
  const rules = monitorRules(context)
  const counts = await countMonitored(context.db, context.actor.limits, rules)
  return { ...counts, active_by_default: rules.activeByDefault, summary: describeMonitoring(counts) }
}

export function describeMonitoring({ sites, monitored, checked, down }: MonitoredCounts): string {
  if (sites === 0) return 'There is no site to monitor.'
  if (monitored === 0) return 'No site is monitored, so outages go unnoticed.'
  const coverage =
    monitored < sites
      ? `${formatCount(monitored)} of ${formatCount(sites)} sites ${monitored === 1 ? 'is' : 'are'} monitored`
      : sites === 1
        ? 'The only site is monitored'
        : `All ${formatCount(sites)} sites are monitored`
  const these = monitored === 1 ? 'it' : 'them'
  if (down > 0) {
    const unchecked = monitored - checked
    const downCount = monitored === 1 ? 'it is' : `${formatCount(down)} of them ${down === 1 ? 'is' : 'are'}`
    if (unchecked === 0) return `${coverage}; ${downCount} down.`
    return monitored === 1
      ? `${coverage}; it was down at its last check, which was too long ago.`
      : `${coverage}; ${downCount} down, ${formatCount(unchecked)} ${unchecked === 1 ? 'was' : 'were'} not checked lately.`
  }
  if (checked === 0)
    return `${coverage}, but ${monitored === 1 ? 'it was not' : `none of ${these} was`} checked lately.`
  if (checked < monitored) return `${coverage}, ${formatCount(checked)} of them checked lately; none of these is down.`
  return monitored === 1 ? `${coverage} and up.` : `${coverage}; none of them is down.`
}

const formatCount = (count: number) => count.toLocaleString('en')
