import type { FleetEvent } from '../../events/index.ts'
import { isWithin, isWithinHours, nextFullHour, nextTimeOfDay } from './rule-hours.ts'
import type { RuleRow } from './rule-store.ts'

/** The type of event that ends a problem → the type of the problem. */
const endings: Record<string, string> = {
  'monitor.up': 'monitor.down',
  'sync.recovered': 'sync.failed',
  'site.connected': 'site.disconnected',
}
const problems = new Set(Object.values(endings))

/** The event of this type means that a person takes care: escalation stops. */
export const acknowledgementType = 'incident.acknowledged'

const expected = ['monitor.', 'sync.', 'update.', 'health.', 'site.connected', 'site.disconnected', 'site.changed']

/** Maintenance explains outages and changes. A warning that is sent once, such as of a domain, must not be lost in it. */
export const isExpectedInMaintenance = ({ type }: Pick<FleetEvent, 'type'>): boolean =>
  expected.some((beginning) => type.startsWith(beginning))

export const isEnd = ({ type }: Pick<FleetEvent, 'type'>): boolean => type in endings

/** The same for a problem and its end; null for events that do not end. */
export function problemKeyOf({ type, subject }: Pick<FleetEvent, 'type' | 'subject'>): string | null {
  const problem = endings[type] ?? (problems.has(type) ? type : null)
  return problem === null ? null : `${problem} ${subject}`
}

/** Events with the same key become one message: all of a digest, outages by host, everything else by type. */
export function groupKeyOf(
  { type, data }: Pick<FleetEvent, 'type' | 'data'>,
  { digest }: Pick<RuleRow, 'digest'>,
): string {
  if (digest !== 'none') return `${digest} digest`
  const { address } = data
  const isOutage = type === 'monitor.down' || type === 'monitor.up'
  return isOutage && typeof address === 'string' ? address : (endings[type] ?? type)
}

export type MatchableRule = Omit<RuleRow, 'id' | 'created_at' | 'name' | 'channel_id'>

const ranks = { info: 0, warning: 1, critical: 2 }

/** A rule selects the end of a problem only if it names the end and not the problem; otherwise the end follows the problem. */
const selectsAlone = ({ types }: Pick<MatchableRule, 'types'>, { type }: Pick<FleetEvent, 'type'>) =>
  types.includes(type) && !types.includes(endings[type] ?? type)

/** Whether the rule selects the event. */
export function matchesRule(
  rule: MatchableRule,
  event: FleetEvent,
  { tags, at, zone }: { tags: readonly number[]; at: Date; zone: string },
): boolean {
  const { types, min_severity, tag_ids, client_ids, hours, muted_until } = rule
  if (types.length > 0 && !types.includes(event.type)) return false
  if (isEnd(event) && !selectsAlone(rule, event)) return false
  if (ranks[event.severity] < ranks[min_severity]) return false
  if (tag_ids.length > 0 && !tag_ids.some((id) => tags.includes(id))) return false
  if (client_ids.length > 0 && (event.client_id === null || !client_ids.includes(event.client_id))) return false
  if (hours && !isWithinHours(hours, at, zone)) return false
  return muted_until === null || muted_until <= at
}

const digestTime = '07:00'

/** When the event is sent: after the delay, not in quiet hours, or with the next digest. */
export function dueTimeOf(
  rule: Pick<MatchableRule, 'delay_minutes' | 'digest' | 'quiet_hours'>,
  event: Pick<FleetEvent, 'severity' | 'type'>,
  { at, zone }: { at: Date; zone: string },
): { due: Date; isDelayed: boolean } {
  const { delay_minutes, digest, quiet_hours } = rule
  // Only a problem can be over before the delay ends.
  const isDelayed = delay_minutes > 0 && problems.has(event.type)
  const earliest = isDelayed ? new Date(at.getTime() + delay_minutes * 60_000) : at
  if (digest === 'hourly') return { due: nextFullHour(earliest), isDelayed }
  if (digest === 'daily') return { due: nextTimeOfDay(earliest, digestTime, zone), isDelayed }
  const isHeld =
    quiet_hours !== null &&
    isWithin(quiet_hours, earliest, zone) &&
    !(quiet_hours.except_critical && event.severity === 'critical')
  return { due: isHeld ? nextTimeOfDay(earliest, quiet_hours.to, zone) : earliest, isDelayed }
}
