import { type Generated, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ClientContact } from './contact.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    client_contacts: Omit<ClientContact, 'id'> & { id: Generated<number>; client_id: number; position: number }
  }
}

/** Of the client in `clients`, for its queries. */
export const contactsOf = (clientId: string) => sql`coalesce((
  select json_agg(json_build_object('id', contact.id, 'name', contact.name, 'role', role, 'email', contact.email, 'phone', contact.phone,
    'note', contact.note, 'facebook', contact.facebook, 'twitter', contact.twitter, 'instagram', contact.instagram,
    'linkedin', contact.linkedin, 'is_primary', is_primary) order by position, contact.id)
  from client_contacts as contact where contact.client_id = ${sql.ref(clientId)}), '[]') as contacts`

export async function listContactIds(db: Db, clientId: number): Promise<number[]> {
  const rows = await db.selectFrom('client_contacts').select('id').where('client_id', '=', clientId).execute()
  return rows.map(({ id }) => id)
}

export async function deleteContacts(trx: Db, clientId: number): Promise<void> {
  await trx.deleteFrom('client_contacts').where('client_id', '=', clientId).execute()
}

/** An `id` is one that the client had before. */
export async function insertContacts(
  trx: Db,
  contacts: readonly (Omit<ClientContact, 'id'> & { id?: number | undefined; clientId: number; position: number })[],
): Promise<void> {
  if (contacts.length === 0) return
  const rows = contacts.map(({ id, clientId, ...contact }) => ({
    ...contact,
    ...(id !== undefined && { id }),
    client_id: clientId,
  }))
  await trx.insertInto('client_contacts').values(rows).execute()
}
