import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    failed_guesses: { subject: string; failures: number; window_ends: Date }
  }
}

export interface FailureWindow {
  failures: number
  windowMs: number
}

/** Counts one failure; answers false, and counts nothing, when the window is full. */
export async function addFailure(
  db: Db,
  subject: string,
  { failures, windowMs }: FailureWindow,
  now: Date,
): Promise<boolean> {
  const ends = new Date(now.getTime() + windowMs)
  const { rows } = await sql`
    insert into failed_guesses as known (subject, failures, window_ends) values (${subject}, 1, ${ends})
    on conflict (subject) do update set
      failures = case when known.window_ends <= ${now} then 1 else known.failures + 1 end,
      window_ends = case when known.window_ends <= ${now} then ${ends} else known.window_ends end
    where known.failures < ${failures} or known.window_ends <= ${now}
    returning subject`.execute(db)
  return rows.length === 1
}

export async function takeBackFailure(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('failed_guesses')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('failed_guesses').where('subject', '=', subject).execute()
}

export async function windowEnd(db: Db, subject: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('failed_guesses')
    .select('window_ends')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.window_ends
}

export async function deleteOldFailures(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('failed_guesses').where('window_ends', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}
