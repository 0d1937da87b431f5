import { type ColumnType, type Generated, type Insertable, type Selectable, sql } from 'kysely'
import type { Role } from '../../../operation/actor.ts'
import type { LimitColumns } from '../../../operation/limits.ts'
import type { Db } from '../../../platform/database/database.ts'

interface InvitationsTable {
  id: Generated<number>
  email: string
  name: Generated<string>
  role: Role
  role_id: number | null
  limits: ColumnType<LimitColumns | null, string | null, string | null>
  token_hash: string
  invited_by: number
  created_at: Date
  sent_at: Date | null
  expires_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    invitations: InvitationsTable
  }
}

export interface InvitationRow extends Omit<Selectable<InvitationsTable>, 'token_hash'> {
  /** Of the custom role; null: a built-in one. */
  role_name: string | null
  inviter: { login: string; name: string; role: Role; disabled: boolean; limited: boolean; access_until: Date | null }
}

const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users as inviter', 'inviter.id', 'invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.name',
      'invitations.role',
      'invitations.role_id',
      sql<string | null>`(select roles.name from roles where roles.id = invitations.role_id)`.as('role_name'),
      'limits',
      'invited_by',
      'invitations.created_at',
      'sent_at',
      'expires_at',
      'inviter.login as inviter_login',
      'inviter.name as inviter_name',
      'inviter.role as inviter_role',
      'inviter.disabled as inviter_disabled',
      sql<boolean>`num_nonnulls(inviter.site_ids, inviter.tag_ids, inviter.client_ids) > 0`.as('inviter_limited'),
      sql<Date | null>`(select access_until from oidc_identities where user_id = inviter.id)`.as(
        'inviter_access_until',
      ),
    ])

type SelectedInvitation = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

function toInvitationRow(row: SelectedInvitation): InvitationRow {
  const {
    inviter_login: login,
    inviter_name: name,
    inviter_role: role,
    inviter_disabled: disabled,
    inviter_limited: limited,
    inviter_access_until: access_until,
    ...invitation
  } = row
  return { ...invitation, inviter: { login, name, role, disabled, limited, access_until } }
}

export async function listInvitationRows(db: Db): Promise<InvitationRow[]> {
  return (await selectInvitations(db).orderBy('invitations.id').execute()).map(toInvitationRow)
}

export async function findInvitation(db: Db, id: number): Promise<InvitationRow | undefined> {
  const row = await selectInvitations(db).where('invitations.id', '=', id).executeTakeFirst()
  return row && toInvitationRow(row)
}

/** `lock`: until the transaction ends no other transaction uses or replaces the invitation, or changes its inviter. */
export async function findInvitationByToken(
  db: Db,
  tokenHash: string,
  { lock = false } = {},
): Promise<InvitationRow | undefined> {
  const query = selectInvitations(db).where('token_hash', '=', tokenHash)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && toInvitationRow(row)
}

/** Replaces the invitation of the same address, with its token. */
export async function upsertInvitation(db: Db, row: Insertable<InvitationsTable>): Promise<number> {
  await db.deleteFrom('invitations').where(sql`lower(email)`, '=', sql`lower(${row.email})`).execute()
  const { id } = await db
    .insertInto('invitations')
    .values(row)
    // Another transaction has inserted it in the meantime.
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if it was accepted or withdrawn in the meantime. */
export async function renewInvitation(
  db: Db,
  id: number,
  renewed: Pick<InvitationsTable, 'token_hash' | 'sent_at' | 'expires_at' | 'invited_by'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('invitations').set(renewed).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteInvitation(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countInvitationsOf(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('invited_by', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

/** Their links no longer work: the person who leaves may know them. The new inviter can send them again. */
export async function moveInvitations(trx: Db, fromId: number, toId: number, now: Date): Promise<void> {
  const expired = sql<Date>`least(expires_at, ${now})`
  await trx
    .updateTable('invitations')
    .set({ invited_by: toId, expires_at: expired })
    .where('invited_by', '=', fromId)
    .execute()
}

export async function deleteAllInvitations(db: Db): Promise<void> {
  await db.deleteFrom('invitations').execute()
}
