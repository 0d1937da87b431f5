import { type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { MailType } from '../../settings/index.ts'
import type { ServiceName } from './services.ts'

export interface ChannelTable {
  id: Generated<number>
  name: string
  service: ServiceName | 'webhook'
  target: string
  shown: string
  /** Of a built-in channel for a recipient of this type of e-mail. */
  mail_type: MailType | null
  /** Of a built-in channel for a webhook of the former format. */
  webhook_id: number | null
  active: Generated<boolean>
  muted_until: Date | null
  owner_kind: 'user' | 'key' | 'system'
  owner_user_id: number | null
  owner_key_id: number | null
  last_sent_at: Date | null
  last_error: string | null
  last_error_at: Date | null
  created_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    notification_channels: ChannelTable
  }
}

export type ChannelRow = Selectable<ChannelTable>
export const channelTargetColumn = 'notification_channels.target'

/** Also a built-in one. */
export const findChannel = (db: Db, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('notification_channels').selectAll().where('id', '=', id).executeTakeFirst()

export interface ListedChannel extends Omit<ChannelRow, 'service'> {
  service: ServiceName
  owner_login: string | null
  /** Disabled, without access at the identity provider now, or a key that is off or has expired. */
  owner_disabled: boolean | null
}

const selectListed = (db: Db, now: Date) =>
  db
    .selectFrom('notification_channels')
    .leftJoin('users', 'users.id', 'owner_user_id')
    .selectAll('notification_channels')
    .select([
      'users.login as owner_login',
      sql<boolean | null>`users.disabled or exists (
        select from oidc_identities where user_id = users.id and access_until <= ${now}) or exists (
        select from api_keys where api_keys.id = owner_key_id and (not api_keys.active or expires_at <= ${now}))`.as(
        'owner_disabled',
      ),
    ])
    .where('mail_type', 'is', null)
    .where('webhook_id', 'is', null)
    .$narrowType<{ service: ServiceName }>()

export const listChannelRows = (db: Db, now: Date): Promise<ListedChannel[]> =>
  selectListed(db, now).orderBy('notification_channels.id').execute()

export const findListedChannel = (db: Db, id: number, now: Date): Promise<ListedChannel | undefined> =>
  selectListed(db, now).where('notification_channels.id', '=', id).executeTakeFirst()

/** Whether there is a channel that users have added and that is on. */
export const hasOwnChannel = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('notification_channels')
    .select('id')
    .where('mail_type', 'is', null)
    .where('webhook_id', 'is', null)
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const listChannelsById = (db: Db, ids: readonly number[]): Promise<ChannelRow[]> =>
  db
    .selectFrom('notification_channels')
    .selectAll()
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute()

export const insertChannel = (db: Db, values: Insertable<ChannelTable>): Promise<ChannelRow> =>
  db.insertInto('notification_channels').values(values).returningAll().executeTakeFirstOrThrow()

export const updateChannelRow = (
  db: Db,
  id: number,
  values: Updateable<ChannelTable>,
): Promise<ChannelRow | undefined> =>
  db.updateTable('notification_channels').set(values).where('id', '=', id).returningAll().executeTakeFirst()

export async function deleteChannelRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notification_channels').where('id', '=', id).execute()
}

export async function recordChannelSuccess(db: Db, id: number, now: Date): Promise<void> {
  await updateChannelRow(db, id, { last_sent_at: now, last_error: null, last_error_at: null })
}

export async function recordChannelFailure(db: Db, id: number, error: string, now: Date): Promise<void> {
  await updateChannelRow(db, id, { last_error: error.slice(0, 500), last_error_at: now })
}

export async function countChannelsOf(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('notification_channels')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('owner_user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

/** `isActive` false switches them off: the new owner may see more than the old one. */
export async function moveChannels(
  trx: Db,
  fromId: number,
  toId: number,
  { isActive }: { isActive: boolean },
): Promise<void> {
  await trx
    .updateTable('notification_channels')
    .set({ owner_user_id: toId, ...(!isActive && { active: false }) })
    .where('owner_user_id', '=', fromId)
    .execute()
}
