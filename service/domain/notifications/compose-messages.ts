import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { monitoringDefaults, recipientsOf } from '../settings/index.ts'
import {
  type Addressee,
  addressEvents,
  findUncertainAddresses,
  forgetOpenEmail,
  listNewEvents,
  listOpenEvents,
  lockTable,
  type OpenEvent,
} from './event-store.ts'
import { groupEvents, rateWindowMs, troubleSince } from './group-events.ts'
import { countRecentMessages, insertMessage, type NewMessage } from './message-store.ts'
import { channels, mailTypeOf, type NotificationKind, notificationKinds } from './notification.ts'
import { listActiveWebhooks } from './webhook-store.ts'
import { writeHook } from './write-hook.ts'
import { writeMail } from './write-mail.ts'

type Composing = Pick<Context, 'db' | 'settings' | 'mail' | 'clock'>

/** Decides who hears of what happened, and writes the messages that are ready. Nothing is told twice, whoever runs this. */
export function composeMessages(context: Composing): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    if (!(await lockTable(trx))) return 0
    const unsent = notificationKinds.filter((kind) => !isSent(context, kind))
    if (unsent.length > 0) await forgetOpenEmail(trx, unsent)
    await addressNewEvents(trx, context)
    return writeReadyMessages(trx, context)
  })
}

/** Whether it can be told by e-mail now. */
const isSent = ({ settings, mail }: Composing, kind: NotificationKind) =>
  settings.get(`emails/${mailTypeOf[kind]}`).disable === 0 && mail.missing === null

/** What cannot be sent at all is not kept until it can: nobody wants to hear today what was down last year. */
async function addressNewEvents(trx: Db, context: Composing): Promise<void> {
  const events = await listNewEvents(trx)
  if (events.length === 0) return
  const usual = new Map<NotificationKind, string[]>()
  for (const kind of new Set(events.map((event) => event.kind)))
    if (isSent(context, kind)) usual.set(kind, await recipientsOf(context, mailTypeOf[kind]))
  const webhooks = await listActiveWebhooks(trx)
  const addressees = events.flatMap(({ id, kind, emails }): Addressee[] => [
    ...[...new Set(usual.has(kind) ? [...usual.get(kind)!, ...emails] : [])].map((recipient) => ({
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

async function writeReadyMessages(trx: Db, context: Composing): Promise<number> {
  const open = await listOpenEvents(trx)
  if (open.length === 0) return 0
  const { settings, clock } = context
  const now = clock.now()
  const uncertain = await findUncertainAddresses(trx, troubleSince(open), monitoringDefaults(settings).active)
  let written = 0
  for (const channel of channels) {
    const own = open.filter((event) => event.channel === channel)
    if (own.length === 0) continue
    const recent = await countRecentMessages(trx, channel, new Date(now.getTime() - rateWindowMs))
    for (const [recipient, events] of Map.groupBy(own, (event) => event.recipient)) {
      const together = { uncertain, recent: recent.get(recipient) ?? 0, now }
      const byType = Map.groupBy(events, ({ kind }) => (channel === 'email' ? mailTypeOf[kind] : channel))
      const groups = [...byType.values()].flatMap((ofType) => groupEvents(ofType, together))
      for (const group of groups) await insertMessage(trx, write(context, group), now)
      written += groups.length
    }
  }
  return written
}

function write({ settings }: Composing, events: OpenEvent[]): NewMessage {
  const { channel, recipient, kind } = events[0]!
  const { about, content } = writeMail(settings, events)
  const body = channel === 'email' ? content : writeHook(about, events)
  return { channel, recipient, subject: about, mailType: mailTypeOf[kind], body, eventIds: events.map(({ id }) => id) }
}
