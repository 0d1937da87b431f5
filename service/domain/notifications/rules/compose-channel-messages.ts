import type { Context } from '../../../operation/context.ts'
import type { Language } from '../../../operation/language.ts'
import type { Db } from '../../../platform/database/database.ts'
import { listVisibleEventIds } from '../../events/index.ts'
import { monitoringDefaults } from '../../settings/index.ts'
import { listChannelLanguages } from '../channels/channel-language-store.ts'
import type { FindOwner } from '../channels/channel-owner.ts'
import { type ChannelRow, listChannelsById } from '../channels/channel-store.ts'
import { combinesProblems } from '../channels/services.ts'
import { toNotificationFacts } from '../notification.ts'
import { buildChannelMessage } from './build-channel-message.ts'
import { canSendMail } from './built-in-recipients.ts'
import { countRecentChannelMessages, insertChannelMessage, tryLockComposing } from './channel-message-store.ts'
import {
  assignMatches,
  dropMatches,
  findUnsettledAddresses,
  hasOpenProblem,
  listWaitingMatches,
  type MatchRow,
} from './match-store.ts'

export type ChannelComposing = Pick<Context, 'db' | 'settings' | 'clock' | 'mail' | 'publicUrl'> & {
  findOwner: FindOwner
}

/** Time after the last event of a group before a message is created: further events may follow. */
const settleMs = 10_000
/** Maximum time that an event waits for others of its group. */
const maxWaitMs = 120_000
const maxSeparateMessages = 3
const maxMessagesPerChannel = 10
const rateWindowMs = 10 * 60_000
const maxMatches = 20_000

/** Creates the messages that are due. Each event is part of one message per channel, also with several processes. */
export function composeChannelMessages(context: ChannelComposing): Promise<number> {
  const { db, clock, settings } = context
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockComposing(trx))) return 0
    const now = clock.now()
    const waiting = await listWaitingMatches(trx, new Date(now.getTime() + maxWaitMs), maxMatches)
    if (!waiting.some(({ due_at }) => due_at <= now)) return 0
    const channels = new Map(
      (await listChannelsById(trx, [...new Set(waiting.map(({ channel_id }) => channel_id))])).map((each) => [
        each.id,
        each,
      ]),
    )
    const begun = [...Map.groupBy(waiting, ({ group_key }) => group_key)].map(([address, own]) => ({
      address,
      at: new Date(Math.min(...own.map(({ created_at }) => created_at.getTime()))),
    }))
    const unsettled = await findUnsettledAddresses(trx, begun, monitoringDefaults(settings).active)
    const recent = await countRecentChannelMessages(trx, new Date(now.getTime() - rateWindowMs))
    const languages = await listChannelLanguages(trx, [...channels.values()])
    let count = 0
    for (const [channelId, matches] of Map.groupBy(waiting, ({ channel_id }) => channel_id)) {
      const channel = channels.get(channelId)
      if (!channel) continue
      const due = await dropUnwanted(trx, context, channel, matches, now)
      for (const group of groupMatches(channel, due, { unsettled, recent: recent.get(channelId) ?? 0, now })) {
        await insertMessageOf(trx, { ...context, language: languages.get(channelId) ?? 'en' }, channel, group, now)
        count++
      }
    }
    return count
  })
}

/** Drops matches of muted channels, of types of e-mail that are off, and those that the owner may no longer see. */
async function dropUnwanted(
  trx: Db,
  context: ChannelComposing,
  channel: ChannelRow,
  matches: readonly MatchRow[],
  now: Date,
): Promise<MatchRow[]> {
  const due = matches.filter(({ due_at }) => due_at <= now)
  if (due.length === 0) return []
  const isMuted = channel.muted_until !== null && channel.muted_until > now
  const isOff = !channel.active || (channel.mail_type !== null && !canSendMail(context, channel.mail_type))
  const owner = isMuted || isOff ? null : await context.findOwner(channel)
  const ids = due.map(({ event_id, published_at }) => ({ id: event_id, publishedAt: published_at }))
  const visible = owner ? await listVisibleEventIds(trx, ids, owner) : new Set<number>()
  const isKept = ({ event_id }: MatchRow) => visible.has(event_id)
  await dropMatches(
    trx,
    due.filter((match) => !isKept(match)).map(({ id }) => id),
  )
  return matches.filter((match) => match.due_at > now || isKept(match))
}

interface Grouping {
  unsettled: ReadonlySet<string>
  recent: number
  now: Date
}

/**
 * The groups that are ready. Sites of one host stay together: a group waits while more of its events follow within two
 * minutes. Many groups at once, or many recent messages, become one message, unless each problem needs its own.
 */
function groupMatches(
  channel: ChannelRow,
  matches: readonly MatchRow[],
  { unsettled, recent, now }: Grouping,
): MatchRow[][] {
  const combines = combinesProblems(channel.service)
  if (combines && recent >= maxMessagesPerChannel) return []
  const ready = [...Map.groupBy(matches, ({ group_key }) => group_key)].flatMap(([key, own]) => {
    const due = own.filter(({ due_at }) => due_at <= now)
    if (due.length === 0) return []
    const waited = due.map(({ due_at }) => now.getTime() - due_at.getTime())
    const isAtLimit = Math.max(...waited) >= maxWaitMs
    // Matches that are due within the limit are part of the same outage.
    const isComplete = due.length === own.length && Math.min(...waited) >= settleMs && !unsettled.has(key)
    return isAtLimit || isComplete ? [due] : []
  })
  if (!combines) return ready
  if (ready.length > maxSeparateMessages || ready.length + recent > maxMessagesPerChannel)
    return ready.length === 0 ? [] : [ready.flat()]
  return ready
}

async function insertMessageOf(
  trx: Db,
  context: ChannelComposing & { language: Language },
  channel: ChannelRow,
  group: readonly MatchRow[],
  now: Date,
): Promise<void> {
  const ids = group.map(({ id }) => id)
  const [first] = group
  const isOver = first !== undefined && !(await hasOpenProblem(trx, channel.id, first.group_key))
  const body = {
    ...buildChannelMessage(context, group, isOver),
    ...(channel.webhook_id !== null && { events: group.map(toFacts) }),
  }
  await assignMatches(trx, ids, await insertChannelMessage(trx, channel.id, body, now))
}

const toFacts = ({ event_id: id, event }: MatchRow) =>
  toNotificationFacts({ id, ...event, happened_at: new Date(event.happened_at) })
