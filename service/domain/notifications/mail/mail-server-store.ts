import { type Selectable, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { notify } from '../../../platform/database/notices.ts'
import type { TlsMode } from '../../../platform/mail.ts'

interface MailServerTable {
  id: boolean
  host: string
  port: number
  tls: TlsMode
  user_name: string
  /** Sealed; null without a password. */
  password: string | null
  sender: string
  changed_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    mail_server: MailServerTable
  }
}

export type MailServerRow = Omit<Selectable<MailServerTable>, 'id'>

export const mailPasswordColumn = 'mail_server.password'
export const mailServerChannel = 'flotilla_mail_server'

export async function findMailServer(db: Database): Promise<MailServerRow | undefined> {
  const query = sql<MailServerRow>`select host, port, tls, user_name, password, sender, changed_at from mail_server`
  return (await queryRows(db, query))[0]
}

/** Every process uses the new server after the commit. */
export async function upsertMailServer(db: Db, server: MailServerRow): Promise<void> {
  await db
    .insertInto('mail_server')
    .values({ ...server, id: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(server))
    .execute()
  await notify(db, mailServerChannel)
}

export async function deleteMailServerRow(db: Db): Promise<void> {
  await db.deleteFrom('mail_server').execute()
  await notify(db, mailServerChannel)
}
