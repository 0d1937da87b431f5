import type { JSONColumnType } from 'kysely'
import type { LoginTarget } from '../../../platform/connector/parts/login-link.ts'
import type { Db } from '../../../platform/database/database.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    admin_login_tickets: {
      ticket_hash: string
      site_id: number
      owner: string
      target: JSONColumnType<LoginTarget>
      expires_at: Date
    }
  }
}

export interface TicketRow {
  ticket_hash: string
  site_id: number
  owner: string
  target: LoginTarget
  expires_at: Date
}

/** Also deletes expired tickets, so that the table stays small. */
export async function insertTicket(db: Db, { target, ...row }: TicketRow, now: Date): Promise<void> {
  await db.deleteFrom('admin_login_tickets').where('expires_at', '<=', now).execute()
  await db
    .insertInto('admin_login_tickets')
    .values({ ...row, target: JSON.stringify(target) })
    .execute()
}

/** Deletes the ticket in the same statement, so that it works once even for concurrent calls. */
export async function takeTicket(
  db: Db,
  { ticket_hash, owner }: Pick<TicketRow, 'ticket_hash' | 'owner'>,
  now: Date,
): Promise<Pick<TicketRow, 'site_id' | 'target'> | undefined> {
  return db
    .deleteFrom('admin_login_tickets')
    .where('ticket_hash', '=', ticket_hash)
    .where('owner', '=', owner)
    .where('expires_at', '>', now)
    .returning(['site_id', 'target'])
    .executeTakeFirst()
}
