import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { findPositionBefore, listPublishedEvents } from '../../events/index.ts'
import { messageSeverities } from '../channels/channel-message.ts'
import { ruleDefaults } from '../rules/rule.ts'
import { optionalRuleFields } from '../rules/rule-input.ts'
import { listTagIdsOfSites } from '../rules/rule-store.ts'
import { simulateRule } from '../rules/simulate-rule.ts'

const maxEvents = 5_000
const maxMessages = 100
const maxLines = 5

export const previewNotificationRule = operation({
  name: 'preview-notification-rule',
  summary: 'List the messages that a rule would have sent in the last days. Nothing is sent.',
  effect: 'read',
  permission: 'settings.manage',
  heavy: true,
  input: z.strictObject({ ...optionalRuleFields, days: z.int().min(1).max(7).default(7) }),
  output: z.object({
    from: timestamp,
    to: timestamp,
    events_checked: z.int(),
    complete: z.boolean().describe(`False if there were more than ${maxEvents} events: only the first are compared.`),
    total: z.int().describe('Messages that would have been sent.'),
    messages: z
      .array(
        z.object({
          at: timestamp,
          title: z.string(),
          severity: z.enum(messageSeverities),
          events: z.int(),
          lines: z.array(z.string()),
        }),
      )
      .describe(`The latest ${maxMessages}.`),
  }),
}).does(async ({ days, ...input }, context) => {
  const { db, clock, settings, publicUrl, actor } = context
  const to = clock.now()
  const from = new Date(to.getTime() - days * 86_400_000)
  const after = await findPositionBefore(db, from)
  const found = await listPublishedEvents(db, { after, reader: actor, limit: maxEvents + 1 })
  const events = found.slice(0, maxEvents)
  const tags = await listTagIdsOfSites(db, [...new Set(events.flatMap(({ site_id }) => site_id ?? []))])
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const rule = { ...ruleDefaults, ...given, muted_until: null }
  const messages = simulateRule(rule, events, { settings, publicUrl, zone: timeZoneOf(settings), tags })
  return {
    from: isoTime(from),
    to: isoTime(to),
    events_checked: events.length,
    complete: found.length <= maxEvents,
    total: messages.length,
    messages: messages
      .toReversed()
      .slice(0, maxMessages)
      .map(({ at, events, message: { title, severity, lines } }) => ({
        ...{ at: isoTime(at), title, severity, events },
        lines: lines.slice(0, maxLines),
      })),
  }
})
