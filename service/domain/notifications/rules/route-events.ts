import type { Actor } from '../../../operation/actor.ts'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type FleetEvent, latestEventPosition, listVisibleEventIds, readEventsAfter } from '../../events/index.ts'
import { listSitesInMaintenance } from '../../maintenance/index.ts'
import { type FindOwner, ownerKeyOf } from '../channels/channel-owner.ts'
import { type ChannelRow, listChannelsById } from '../channels/channel-store.ts'
import { readBuiltInRecipients, type WantsEvent } from './built-in-recipients.ts'
import {
  acknowledgementType,
  dueTimeOf,
  groupKeyOf,
  isEnd,
  isExpectedInMaintenance,
  matchesRule,
  problemKeyOf,
} from './match-rule.ts'
import {
  dropEscalations,
  endProblems,
  findCursor,
  insertCursor,
  insertMatches,
  type MatchedEvent,
  moveCursor,
  type NewMatch,
} from './match-store.ts'
import { type ActiveRule, listActiveRules, listTagIdsOfSites } from './rule-store.ts'

export type Routing = Pick<Context, 'db' | 'settings' | 'clock' | 'mail'> & { findOwner: FindOwner }

const batchSize = 1_000

/** Compares new events with the rules. Returns whether there may be more. */
export async function routeEvents(context: Routing): Promise<boolean> {
  const { db } = context
  const cursor = await findCursor(db)
  if (cursor !== null) return routeBatch(context, cursor)
  await insertCursor(db, await latestEventPosition(db))
  return false
}

async function routeBatch(context: Routing, cursor: number): Promise<boolean> {
  const { db } = context
  const events = await readEventsAfter(db, cursor, { limit: batchSize })
  const last = events.at(-1)
  if (!last) return false
  // First, because it adds the channels of new recipients.
  const wants = await readBuiltInRecipients(context, events)
  const facts = await readFacts(context, events, { rules: await listActiveRules(db), wants })
  await db.transaction().execute(async (trx) => {
    if (!(await moveCursor(trx, cursor, last.position))) return
    await insertMatches(trx, matchEvents(events, facts))
    await endMatches(trx, events, facts)
    const acknowledged = events.filter(({ type }) => type === acknowledgementType)
    if (acknowledged.length > 0)
      await dropEscalations(
        trx,
        acknowledged.flatMap(({ site_id }) => site_id ?? []),
      )
  })
  return events.length === batchSize
}

interface Facts {
  rules: readonly ActiveRule[]
  /** Channels that rules name, also for escalation. */
  channels: Map<number, ChannelRow>
  tags: Map<number, number[]>
  /** Sites whose problems are expected now. */
  maintained: ReadonlySet<number>
  /** Whether the owner of the channel may see the event now. */
  canSee(channel: ChannelRow, event: FleetEvent): boolean
  wants: WantsEvent
  now: Date
  zone: string
}

async function readFacts(
  { db, settings, clock, findOwner }: Routing,
  events: readonly FleetEvent[],
  { rules, wants }: Pick<Facts, 'rules' | 'wants'>,
): Promise<Facts> {
  const escalationIds = rules.flatMap(({ rule }) => rule.escalation_channel_id ?? [])
  const further = (await listChannelsById(db, escalationIds)).filter(({ active }) => active)
  const channels = new Map([...rules.map(({ channel }) => channel), ...further].map((each) => [each.id, each]))
  const siteIds = [...new Set(events.flatMap(({ site_id }) => site_id ?? []))]
  const ids = events.map(({ id, published_at }) => ({ id, publishedAt: published_at }))
  const visible = new Map<string, Set<number>>()
  for (const [key, [channel]] of Map.groupBy(channels.values(), ownerKeyOf)) {
    const owner: Actor | null = channel ? await findOwner(channel) : null
    visible.set(key, owner ? await listVisibleEventIds(db, ids, owner) : new Set())
  }
  const now = clock.now()
  return {
    rules,
    channels,
    tags: await listTagIdsOfSites(db, siteIds),
    maintained: new Set((await listSitesInMaintenance(db, siteIds, now)).keys()),
    canSee: (channel, event) => visible.get(ownerKeyOf(channel))?.has(event.id) === true,
    wants,
    now,
    zone: timeZoneOf(settings),
  }
}

const isMuted = ({ muted_until }: ChannelRow, at: Date) => muted_until !== null && muted_until > at

function matchEvents(events: readonly FleetEvent[], facts: Facts): NewMatch[] {
  const { rules, channels, tags, maintained, canSee, wants, zone } = facts
  const matches: NewMatch[] = []
  for (const event of events) {
    const at = event.published_at
    const siteId = event.site_id
    if (siteId !== null && maintained.has(siteId) && isExpectedInMaintenance(event)) continue
    const siteTags = siteId === null ? [] : (tags.get(siteId) ?? [])
    for (const { rule, channel } of rules) {
      if (!matchesRule(rule, event, { tags: siteTags, at, zone })) continue
      const { due, isDelayed } = dueTimeOf(rule, event, { at, zone })
      const group_key = groupKeyOf(event, rule)
      const match = { ...toMatch(event), rule_id: rule.id, is_delayed: isDelayed, group_key }
      if (wants(channel, event) && canSee(channel, event) && !isMuted(channel, at))
        matches.push({ ...match, channel_id: channel.id, due_at: due, is_escalation: false })
      const second = rule.escalation_channel_id === null ? undefined : channels.get(rule.escalation_channel_id)
      if (!second || rule.escalation_minutes === null || match.problem_key === null || !canSee(second, event)) continue
      const escalatedAt = new Date(due.getTime() + rule.escalation_minutes * 60_000)
      matches.push({ ...match, channel_id: second.id, due_at: escalatedAt, is_escalation: true })
    }
  }
  return matches
}

/** The end of a problem goes to every channel that was notified of the problem. */
async function endMatches(trx: Db, events: readonly FleetEvent[], facts: Facts): Promise<void> {
  const { rules, channels, canSee, now, zone } = facts
  const ends = events.filter(isEnd)
  if (ends.length === 0) return
  const keys = ends.flatMap((event) => {
    const problemKey = problemKeyOf(event)
    return problemKey === null ? [] : [{ problemKey, position: event.position }]
  })
  const byPosition = new Map(ends.map((event) => [event.position, event]))
  const ruleById = new Map(rules.map(({ rule }) => [rule.id, rule]))
  const matches = (await endProblems(trx, keys, now)).flatMap((ended): NewMatch[] => {
    const event = byPosition.get(ended.end_position)
    const [rule, channel] = [ruleById.get(ended.rule_id), channels.get(ended.channel_id)]
    if (ended.state === 'dropped' || !event || !rule?.send_recovery || !channel || !canSee(channel, event)) return []
    // The end of a critical problem is as urgent as the problem.
    const asProblem = { type: event.type, severity: ended.problem.severity }
    const { due } = dueTimeOf(rule, asProblem, { at: event.published_at, zone })
    const { rule_id, channel_id, group_key, is_escalation } = ended
    const own = { rule_id, channel_id, group_key, is_escalation, is_delayed: false, is_end: true, due_at: due }
    return [{ ...toMatch(event), ...own }]
  })
  await insertMatches(trx, matches)
}

const toMatch = (event: FleetEvent) => ({
  event_id: event.id,
  position: event.position,
  published_at: event.published_at,
  event: toMatchedEvent(event),
  problem_key: problemKeyOf(event),
  is_end: isEnd(event),
  created_at: event.published_at,
})

export const toMatchedEvent = (event: FleetEvent): MatchedEvent => ({
  type: event.type,
  severity: event.severity,
  site_id: event.site_id,
  site_name: event.site_name,
  site_url: event.site_url,
  data: event.data,
  happened_at: event.happened_at.toISOString(),
})
