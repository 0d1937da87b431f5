import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { NotificationKind } from './notification.ts'

export interface WebhookTable {
  id: Generated<number>
  url: string
  secret: string
  kinds: NotificationKind[]
  active: Generated<boolean>
  created_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notification_webhooks: WebhookTable
  }
}

export type WebhookRow = Selectable<WebhookTable>
export const webhookSecretColumn = 'notification_webhooks.secret'

export const findWebhook = (db: Db, id: number): Promise<WebhookRow | undefined> =>
  db.selectFrom('notification_webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export const listWebhookRows = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('notification_webhooks').selectAll().orderBy('id').execute()

export const listActiveWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('notification_webhooks').selectAll().where('active', '=', true).orderBy('id').execute()

export const insertWebhook = (db: Db, values: Insertable<WebhookTable>): Promise<WebhookRow> =>
  db.insertInto('notification_webhooks').values(values).returningAll().executeTakeFirstOrThrow()

export const updateWebhookRow = (
  db: Db,
  id: number,
  values: Updateable<WebhookTable>,
): Promise<WebhookRow | undefined> =>
  db.updateTable('notification_webhooks').set(values).where('id', '=', id).returningAll().executeTakeFirst()

export async function deleteWebhookRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notification_webhooks').where('id', '=', id).execute()
}
