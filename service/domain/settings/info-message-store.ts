import type { Db } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    dismissed_messages: { user_id: number; message: string; dismissed_at: Date }
  }
}

/** Names of messages, the oldest dismissal first. */
export async function listDismissals(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('dismissed_messages')
    .select('message')
    .where('user_id', '=', userId)
    .orderBy('dismissed_at')
    .orderBy('message')
    .execute()
  return rows.map(({ message }) => message)
}

export async function insertDismissal(db: Db, userId: number, message: string, now: Date): Promise<void> {
  await db
    .insertInto('dismissed_messages')
    .values({ user_id: userId, message, dismissed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteAllDismissals(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('dismissed_messages').executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countDismissals(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('dismissed_messages')
    .select((rows) => rows.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
