import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'

/** What a user can have set; the oldest ones are deleted. */
const maxPreferences = 100

export async function readPreferences(db: Database, userId: number): Promise<Record<string, unknown>> {
  const rows = await queryRows(
    db,
    sql<{
      name: string
      value: unknown
    }>`select name, value from user_preferences where user_id = ${userId} order by name`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** A null value deletes it. */
export async function upsertPreference(
  db: Db,
  { userId, name, value }: { userId: number; name: string; value: unknown },
  now: Date,
): Promise<void> {
  if (value === null) {
    await db.deleteFrom('user_preferences').where('user_id', '=', userId).where('name', '=', name).execute()
    return
  }
  const stored = { value: JSON.stringify(value), updated_at: now }
  await db
    .insertInto('user_preferences')
    .values({ user_id: userId, name, ...stored })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(stored))
    .execute()
  await sql`delete from user_preferences where user_id = ${userId} and name in (
    select name from user_preferences where user_id = ${userId} order by updated_at desc, name offset ${maxPreferences})`.execute(
    db,
  )
}
