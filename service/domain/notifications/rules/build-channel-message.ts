import { timeZoneOf } from '../../../operation/configured-days.ts'
import type { Language } from '../../../operation/language.ts'
import type { Settings } from '../../../operation/settings.ts'
import { formatTime } from '../../../platform/format-time.ts'
import { formatDate, formatTimeOfDay } from '../../settings/index.ts'
import type { ChannelMessage } from '../channels/channel-message.ts'
import { describeEventLines, describeEvents, describeSameHost, eventLabelOf } from './event-labels.ts'
import { eventTextsIn } from './event-texts.ts'
import type { MatchedEvent, MatchRow } from './match-store.ts'

export type MessageMatch = Pick<MatchRow, 'event' | 'group_key' | 'problem_key' | 'is_end' | 'is_escalation'>

const ranks = { info: 0, warning: 1, critical: 2 }

/** One message about all these events. `isOver`: no problem of the group is left. */
export function buildChannelMessage(
  { settings, publicUrl, language = 'en' }: { settings: Settings; publicUrl: string | null; language?: Language },
  matches: readonly MessageMatch[],
  isOver: boolean,
): ChannelMessage {
  const texts = eventTextsIn(language)
  const ended = new Set(matches.filter(({ is_end }) => is_end).map(({ problem_key }) => problem_key))
  // A problem that is over in the same message is not reported as a problem.
  const current = matches.filter(({ is_end, problem_key }) => is_end || problem_key === null || !ended.has(problem_key))
  const events = current.map(({ event }) => event)
  const ordered = [...Map.groupBy(events, eventLabelOf).values()].toSorted((a, b) => rankOf(b) - rankOf(a))
  const title = ordered.map((own) => describeEvents(own, texts)).join(', ')
  const isEscalated = current.some(({ is_escalation, is_end }) => is_escalation && !is_end)
  const when = ({ happened_at }: MatchedEvent) => {
    const at = new Date(happened_at)
    // The pattern of the settings may have English names of months.
    if (language === 'de') return formatTime('d.m.Y, H:i', at, timeZoneOf(settings))
    return `${formatDate(settings, at)}, ${formatTimeOfDay(settings, at)}`
  }
  const lines = [
    ...describeSameHost(events, texts),
    ...ordered.flatMap((own) => [
      ...(ordered.length > 1 ? [`${describeEvents(own, texts)}:`] : []),
      ...describeEventLines(own, when, texts),
    ]),
  ]
  const severity = current.reduce<ChannelMessage['severity']>(
    (highest, { event }) => (ranks[event.severity] > ranks[highest] ? event.severity : highest),
    'info',
  )
  return {
    ...(language !== 'en' && { language }),
    title: isEscalated ? texts.notResolved(title) : title,
    severity,
    lines,
    link: publicUrl === null ? null : `${publicUrl}${pathOf(current)}`,
    dedupKey: `flotilla ${current[0]?.problem_key?.split(' ')[0] ?? current[0]?.event.type} ${current[0]?.group_key}`,
    resolved: isOver && current.every(({ is_end }) => is_end),
    happenedAt: new Date(Math.max(...current.map(({ event }) => Date.parse(event.happened_at)))).toISOString(),
  }
}

const rankOf = (events: readonly MatchedEvent[]) => Math.max(...events.map(({ severity }) => ranks[severity]))

/** The page of the site, or of all notifications. */
function pathOf(matches: readonly MessageMatch[]): string {
  const sites = new Set(matches.map(({ event }) => event.site_id))
  const [siteId] = sites
  return sites.size === 1 && siteId != null ? `/sites/${siteId}` : '/notifications'
}
