import type { Settings } from '../../../operation/settings.ts'
import type { FleetEvent } from '../../events/index.ts'
import type { ChannelMessage } from '../channels/channel-message.ts'
import { buildChannelMessage, type MessageMatch } from './build-channel-message.ts'
import { dueTimeOf, groupKeyOf, isEnd, type MatchableRule, matchesRule, problemKeyOf } from './match-rule.ts'
import { toMatchedEvent } from './route-events.ts'

export interface SimulatedMessage {
  at: Date
  events: number
  message: ChannelMessage
}

interface Waiting extends MessageMatch {
  due: Date
}

/** Events of one group within this time are one message. */
const groupMs = 120_000

/** The messages that a rule would have caused, oldest first. Events are in the order in which they were published. */
export function simulateRule(
  rule: MatchableRule,
  events: readonly FleetEvent[],
  parts: { settings: Settings; publicUrl: string | null; zone: string; tags: Map<number, number[]> },
): SimulatedMessage[] {
  const { zone, tags } = parts
  const open = new Map<string, Waiting & { isDelayed: boolean; severity: FleetEvent['severity'] }>()
  const selected = new Set<Waiting>()
  // A rule that is muted now would otherwise send nothing in the past.
  const always = { ...rule, muted_until: null }
  for (const event of events) {
    const at = event.published_at
    const problemKey = problemKeyOf(event)
    const match = { ...toMessageMatch(event), group_key: groupKeyOf(event, rule), problem_key: problemKey }
    const problem = isEnd(event) && problemKey !== null ? open.get(problemKey) : undefined
    if (problem && problemKey !== null) {
      open.delete(problemKey)
      if (problem.isDelayed && problem.due > at) selected.delete(problem)
      else if (rule.send_recovery) {
        const { due } = dueTimeOf(always, { type: event.type, severity: problem.severity }, { at, zone })
        selected.add({ ...match, group_key: problem.group_key, due })
      }
    } else if (matchesRule(always, event, { tags: tags.get(event.site_id ?? 0) ?? [], at, zone })) {
      const { due, isDelayed } = dueTimeOf(always, event, { at, zone })
      const waiting = { ...match, due, isDelayed, severity: event.severity }
      selected.add(waiting)
      if (problemKey !== null && !isEnd(event)) open.set(problemKey, waiting)
    }
  }
  return groupByTime(selected).map((group) => ({
    at: new Date(Math.max(...group.map(({ due }) => due.getTime()))),
    events: group.length,
    message: buildChannelMessage(parts, group, true),
  }))
}

function groupByTime(selected: Iterable<Waiting>): Waiting[][] {
  const groups: Waiting[][] = []
  const latest = new Map<string, Waiting[]>()
  for (const match of [...selected].toSorted((a, b) => a.due.getTime() - b.due.getTime())) {
    const group = latest.get(match.group_key)
    const first = group?.[0]
    if (group && first && match.due.getTime() - first.due.getTime() < groupMs) group.push(match)
    else {
      const own = [match]
      latest.set(match.group_key, own)
      groups.push(own)
    }
  }
  return groups
}

const toMessageMatch = (event: FleetEvent) => ({
  event: toMatchedEvent(event),
  is_end: isEnd(event),
  is_escalation: false,
})
