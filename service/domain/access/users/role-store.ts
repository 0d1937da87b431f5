import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { codeOf } from '../../../platform/error-facts.ts'
import { roleNameTaken, roleNotFound } from '../access-errors.ts'

interface RolesTable {
  id: Generated<number>
  name: string
  name_key: ColumnType<string, never, never>
  permissions: string[]
  created_at: Date
  updated_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    roles: RolesTable
  }
}

export type RoleRow = Omit<Selectable<RolesTable>, 'name_key'>

const columns = ['id', 'name', 'permissions', 'created_at', 'updated_at'] as const

export async function requireRole(db: Db, id: number): Promise<RoleRow> {
  const role = await db.selectFrom('roles').select(columns).where('id', '=', id).executeTakeFirst()
  if (!role) throw roleNotFound(id)
  return role
}

/** Prevents deletion of the role until the transaction ends; false if there is none. */
export async function roleExists(trx: Db, id: number): Promise<boolean> {
  const role = await trx.selectFrom('roles').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return role !== undefined
}

/** Prevents deletion of the role until the transaction ends, so that no user has a role that does not exist. */
export async function lockRole(trx: Db, id: number): Promise<void> {
  if (!(await roleExists(trx, id))) throw roleNotFound(id)
}

export const listRoleRows = (db: Db): Promise<RoleRow[]> =>
  db.selectFrom('roles').select(columns).orderBy('name_key').execute()

/** How many users have each role: the name of a built-in role or the id of a custom one. */
export async function countUsersByRole(db: Database): Promise<Map<string, number>> {
  const rows = await queryRows(
    db,
    sql<{ role: string; users: number }>`select coalesce(role_id::text, role) as role, count(*) as users
      from users group by 1`,
  )
  return new Map(rows.map(({ role, users }) => [role, users]))
}

export async function countUsersWithRole(db: Db, id: number): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .where('role_id', '=', id)
    .executeTakeFirstOrThrow()
  return users
}

const isDuplicate = (error: unknown) => codeOf(error) === '23505'

export async function insertRole(trx: Db, role: { name: string; permissions: string[]; now: Date }): Promise<RoleRow> {
  const { name, permissions, now } = role
  const inserted = await trx
    .insertInto('roles')
    .values({ name, permissions, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (!inserted) throw roleNameTaken(name)
  return inserted
}

export async function updateRoleRow(
  trx: Db,
  id: number,
  changes: { name?: string; permissions?: string[] },
  now: Date,
): Promise<RoleRow> {
  try {
    const updated = await trx
      .updateTable('roles')
      .set({ ...changes, updated_at: now })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst()
    if (!updated) throw roleNotFound(id)
    return updated
  } catch (error) {
    if (isDuplicate(error)) throw roleNameTaken(changes.name ?? '')
    throw error
  }
}

/** For dry runs; real writes get the error from the unique index. */
export async function requireFreeRoleName(db: Db, name: string, exceptId = 0): Promise<void> {
  const other = await db
    .selectFrom('roles')
    .select('id')
    .where('name_key', '=', sql<string>`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (other) throw roleNameTaken(name)
}

/** Locks the role, so that no user gets it until the transaction ends. */
export async function lockRoleForDeletion(trx: Db, id: number): Promise<RoleRow> {
  const role = await trx.selectFrom('roles').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!role) throw roleNotFound(id)
  return role
}

export async function deleteRoleRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('roles').where('id', '=', id).execute()
}
