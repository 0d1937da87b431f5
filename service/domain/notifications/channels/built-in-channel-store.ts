import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { MailType } from '../../settings/index.ts'
import { type NotificationKind, typesOfKinds } from '../notification.ts'

export interface MailRecipient {
  mailType: MailType
  address: string
}

const mailKinds: Partial<Record<MailType, NotificationKind[]>> = {
  uptime: ['down', 'up', 'certificate', 'domain'],
  site_health: ['health'],
}

/** Adds the missing channels of these recipients, each with its rule. */
export async function ensureMailChannels(db: Db, recipients: readonly MailRecipient[], now: Date): Promise<void> {
  if (recipients.length === 0) return
  const addresses = recipients.map(({ address }) => address)
  const types = recipients.map(({ mailType }) => mailType)
  const known = await queryRows(
    db,
    sql<{
      found: number
    }>`select count(*) as found from unnest(${types}::text[], ${addresses}::text[]) as given (mail_type, address)
      join notification_channels as channel on channel.mail_type = given.mail_type and shown = given.address
      where exists (select from notification_rules where channel_id = channel.id)`,
  )
  if (known[0]?.found === recipients.length) return
  await db.transaction().execute(async (trx) => {
    await queryRows(
      trx,
      sql`insert into notification_channels (name, service, target, shown, owner_kind, mail_type, created_at)
        select address, 'email', '', address, 'system', mail_type, ${now}
        from unnest(${types}::text[], ${addresses}::text[]) as given (mail_type, address) order by mail_type, address
        on conflict (mail_type, shown) where mail_type is not null do nothing`,
    )
    for (const [mailType, kinds] of Object.entries(mailKinds))
      await queryRows(
        trx,
        sql`insert into notification_rules (channel_id, name, types, created_at)
          select id, name, ${typesOfKinds(kinds)}::text[], ${now} from notification_channels as channel
          where mail_type = ${mailType} and not exists (select from notification_rules where channel_id = channel.id)`,
      )
  })
}

/** Adds or changes the channel and the rule of a webhook of the former format. */
export async function saveWebhookChannel(
  trx: Db,
  webhook: { id: number; kinds: readonly NotificationKind[]; created_at: Date },
): Promise<void> {
  const { id, kinds, created_at } = webhook
  const types = typesOfKinds(kinds)
  const sendsRecovery = kinds.includes('up')
  await queryRows(
    trx,
    sql`with added as (
        insert into notification_channels (name, service, target, shown, owner_kind, webhook_id, created_at)
        values (${`Webhook ${id}`}, 'webhook', '', '', 'system', ${id}, ${created_at})
        on conflict (webhook_id) where webhook_id is not null do nothing returning id, name)
      insert into notification_rules (channel_id, name, types, send_recovery, created_at)
      select id, name, ${types}::text[], ${sendsRecovery}, ${created_at} from added`,
  )
  await queryRows(
    trx,
    sql`update notification_rules set types = ${types}::text[], send_recovery = ${sendsRecovery}
      where channel_id = (select id from notification_channels where webhook_id = ${id})`,
  )
}
