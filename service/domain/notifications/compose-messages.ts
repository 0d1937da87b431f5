import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { buildMail, buildWebhookBody } from './build-message.ts'
import {
  type Addressee,
  addressEvents,
  deleteOpenEmail,
  findUnsettledAddresses,
  listNewEvents,
  listOpenEvents,
  type OpenEvent,
  tryLockComposing,
} from './event-store.ts'
import { recipientsOf } from './mail/send-mail.ts'
import { countRecentMessages, insertMessage, type NewMessage } from './message-store.ts'
import { channels, eventTypeOf, mailTypeOf, type NotificationKind, notificationKinds } from './notification.ts'
import { listCoveredAddresses } from './rules/rule-store.ts'
import { listActiveWebhooks } from './webhook-store.ts'

type Composing = Pick<Context, 'db' | 'settings' | 'mail' | 'clock'>

/** Selects the recipients of new events and creates the messages that are ready. Each event is reported once, also with several processes. */
export function composeMessages(context: Composing): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    if (!(await tryLockComposing(trx))) return 0
    const unsent = notificationKinds.filter((kind) => !canSend(context, kind))
    if (unsent.length > 0) await deleteOpenEmail(trx, unsent)
    await addressNewEvents(trx, context)
    return insertReadyMessages(trx, context)
  })
}

/** Whether e-mails of this kind can be sent now. */
const canSend = ({ settings, mail }: Composing, kind: NotificationKind) =>
  settings.get(`emails/${mailTypeOf[kind]}`).disable === 0 && mail.missing === null

/** Events that cannot be sent by e-mail now are never sent by e-mail, because they would be out of date later. */
async function addressNewEvents(trx: Db, context: Composing): Promise<void> {
  const events = await listNewEvents(trx)
  if (events.length === 0) return
  const recipients = new Map<NotificationKind, string[]>()
  for (const kind of new Set(events.map((event) => event.kind)))
    if (canSend(context, kind)) recipients.set(kind, await recipientsOf(context, mailTypeOf[kind]))
  const webhooks = await listActiveWebhooks(trx)
  const addresses = await listCoveredAddresses(trx, context.clock.now())
  const mailRecipients = ({ kind, emails }: { kind: NotificationKind; emails: readonly string[] }) => {
    const usual = recipients.get(kind)
    if (!usual) return []
    // An address with a channel of its own gets the event from the channel.
    const covered = addresses.filter(({ types }) => types.length === 0 || types.includes(eventTypeOf[kind]))
    const hasChannel = (recipient: string) => covered.some(({ address }) => address === recipient)
    return [...new Set([...usual, ...emails])].filter((recipient) => !hasChannel(recipient))
  }
  const addressees = events.flatMap(({ id, kind, emails }): Addressee[] => [
    ...mailRecipients({ kind, emails }).map((recipient) => ({
      event_id: id,
      channel: 'email' as const,
      recipient,
    })),
    ...webhooks
      .filter((webhook) => webhook.kinds.includes(kind))
      .map((webhook) => ({ event_id: id, channel: 'webhook' as const, recipient: String(webhook.id) })),
  ])
  await addressEvents(
    trx,
    events.map(({ id }) => id),
    addressees,
    context.clock.now(),
  )
}

async function insertReadyMessages(trx: Db, context: Composing): Promise<number> {
  const open = await listOpenEvents(trx)
  if (open.length === 0) return 0
  const { settings, clock } = context
  const now = clock.now()
  const unsettled = await findUnsettledAddresses(trx, firstEventOfAddresses(open), monitoringDefaults(settings).active)
  let count = 0
  for (const channel of channels) {
    const own = open.filter((event) => event.channel === channel)
    if (own.length === 0) continue
    const recent = await countRecentMessages(trx, channel, new Date(now.getTime() - rateWindowMs))
    for (const [recipient, events] of Map.groupBy(own, (event) => event.recipient)) {
      const limits = { unsettled, recent: recent.get(recipient) ?? 0, now }
      const byType = Map.groupBy(events, ({ kind }) => (channel === 'email' ? mailTypeOf[kind] : channel))
      const groups = [...byType.values()].flatMap((ofType) => groupEvents(ofType, limits))
      for (const group of groups) await insertMessage(trx, buildMessage(context, group), now)
      count += groups.length
    }
  }
  return count
}

function buildMessage({ settings }: Composing, events: OpenEvent[]): NewMessage {
  const { channel, recipient, kind } = present(events[0], 'the first event of a message')
  const { about, content } = buildMail(settings, events)
  const body = channel === 'email' ? content : buildWebhookBody(about, events)
  return { channel, recipient, subject: about, mailType: mailTypeOf[kind], body, eventIds: events.map(({ id }) => id) }
}

/** Time after the last event of an address before a message is created: further events may follow. */
const settleMs = 10_000
/** Maximum time that an event waits for others. */
const maxWaitMs = 120_000

const maxSeparateMessages = 3
const maxMessagesPerRecipient = 10
const rateWindowMs = 10 * 60_000

/** The time of the first open event of each address. */
function firstEventOfAddresses(events: readonly OpenEvent[]): { address: string; at: Date }[] {
  return [...Map.groupBy(events, ({ address }) => address)].map(([address, own]) => ({
    address,
    at: new Date(Math.min(...own.map(({ created_at }) => created_at.getTime()))),
  }))
}

/**
 * Groups the events of one recipient into messages. Events of one address stay together, and wait while other sites of the
 * address are still being checked. Many addresses at once, or many recent messages, make one message of all events.
 */
function groupEvents(
  events: readonly OpenEvent[],
  { unsettled, recent, now }: { unsettled: ReadonlySet<string>; recent: number; now: Date },
): OpenEvent[][] {
  if (recent >= maxMessagesPerRecipient) return []
  const groups = [...Map.groupBy(events, ({ address }) => address)].filter(([address, own]) => {
    const ages = own.map(({ created_at }) => now.getTime() - created_at.getTime())
    if (Math.max(...ages) >= maxWaitMs) return true
    return Math.min(...ages) >= settleMs && !unsettled.has(address)
  })
  if (groups.length > maxSeparateMessages || groups.length + recent > maxMessagesPerRecipient)
    return groups.length === 0 ? [] : [groups.flatMap(([, own]) => own)]
  return groups.map(([, own]) => own)
}
