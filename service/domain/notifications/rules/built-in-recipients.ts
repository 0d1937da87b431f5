import type { Context } from '../../../operation/context.ts'
import type { FleetEvent } from '../../events/index.ts'
import { ensureMailChannels, type MailRecipient } from '../channels/built-in-channel-store.ts'
import { type FindOwner, ownerKeyOf } from '../channels/channel-owner.ts'
import type { ChannelRow } from '../channels/channel-store.ts'
import { listMonitorAddresses } from '../mail/recipient-store.ts'
import { recipientsOf } from '../mail/send-mail.ts'
import { mailTypeOf, notificationKindOf } from '../notification.ts'
import { listActiveWebhooks } from '../webhook-store.ts'
import { type CoveredAddress, listCoveredAddresses } from './rule-store.ts'

type Reading = Pick<Context, 'db' | 'settings' | 'mail' | 'clock'> & { findOwner: FindOwner }

/** Whether a built-in channel gets the event. A channel that people added gets all that its rules select. */
export type WantsEvent = (
  channel: Pick<ChannelRow, 'mail_type' | 'webhook_id' | 'shown'>,
  event: Pick<FleetEvent, 'id' | 'type' | 'data'>,
) => boolean

/** Whether e-mails of this type can be sent now. */
export const canSendMail = ({ settings, mail }: Pick<Context, 'settings' | 'mail'>, type: MailRecipient['mailType']) =>
  mail.missing === null && settings.get(`emails/${type}`).disable === 0

/**
 * Reads who gets these events by the settings of e-mails, the addresses of the sites' monitors and the former webhooks, and adds the
 * channels of new recipients. An event that cannot be sent by e-mail now is never sent by e-mail: it would be out of date later.
 */
export async function readBuiltInRecipients(context: Reading, events: readonly FleetEvent[]): Promise<WantsEvent> {
  const { db, clock } = context
  const ofKinds = events.flatMap((event) => {
    const kind = notificationKindOf(event)
    return kind === null ? [] : [{ event, kind, mailType: mailTypeOf[kind] }]
  })
  if (ofKinds.length === 0) return isAddedByPeople
  const webhooks = new Map((await listActiveWebhooks(db)).map(({ id, kinds }) => [id, kinds]))
  const mailed = ofKinds.filter(({ mailType }) => canSendMail(context, mailType))
  const usual = new Map<string, string[]>()
  for (const type of new Set(mailed.map(({ mailType }) => mailType))) usual.set(type, await recipientsOf(context, type))
  const ofSites = await listMonitorAddresses(
    db,
    mailed.flatMap(({ event }) => event.site_id ?? []),
  )
  const covered = await listAddressesWithChannel(context)
  const addressesOf = new Map(
    mailed.map(({ event, mailType }) => {
      // The end of an outage follows the outage.
      const type = event.type === 'monitor.up' ? 'monitor.down' : event.type
      const others = covered.filter(({ types }) => types.length === 0 || types.includes(type))
      const all = new Set([...(usual.get(mailType) ?? []), ...(ofSites.get(event.site_id ?? 0) ?? [])])
      // An address with a channel of its own gets the event from that channel.
      for (const { address } of others) all.delete(address)
      return [event.id, all]
    }),
  )
  const recipients = new Map<string, MailRecipient>()
  for (const { event, mailType } of mailed)
    for (const address of addressesOf.get(event.id) ?? [])
      recipients.set(`${mailType} ${address}`, { mailType, address })
  await ensureMailChannels(db, [...recipients.values()], clock.now())
  return (channel, event) => {
    const kind = notificationKindOf(event)
    if (channel.webhook_id !== null) return kind !== null && webhooks.get(channel.webhook_id)?.includes(kind) === true
    if (channel.mail_type === null) return true
    return (
      kind !== null && mailTypeOf[kind] === channel.mail_type && addressesOf.get(event.id)?.has(channel.shown) === true
    )
  }
}

/** A channel whose owner is gone or sees only some sites does not replace the e-mails of the settings: nothing must be lost. */
async function listAddressesWithChannel({ db, clock, findOwner }: Reading): Promise<CoveredAddress[]> {
  const addresses: CoveredAddress[] = []
  for (const [, own] of Map.groupBy(await listCoveredAddresses(db, clock.now()), ownerKeyOf)) {
    const [first] = own
    const owner = first ? await findOwner(first) : null
    if (owner && owner.limits === null) addresses.push(...own)
  }
  return addresses
}

const isAddedByPeople: WantsEvent = ({ mail_type, webhook_id }) => mail_type === null && webhook_id === null
