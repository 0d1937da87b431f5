import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    failed_guesses: { subject: string; failures: number; window_ends: Date; next_at: Date | null }
  }
}

export interface FailureWindow {
  failures: number
  windowMs: number
}

/** `free` failures have no delay; each further one waits twice as long as the previous one, up to `maxDelayMs`. */
export interface FailureBackoff {
  free: number
  maxDelayMs: number
  /** The count starts again after this time without a failure. */
  memoryMs: number
}

/** Counts one failure and returns null, or counts nothing and returns when the next one is accepted. */
export async function countSlowedFailure(
  db: Db,
  subject: string,
  { free, maxDelayMs, memoryMs }: FailureBackoff,
  now: Date,
): Promise<Date | null> {
  const ends = new Date(now.getTime() + memoryMs)
  const { rows } = await sql`
    insert into failed_guesses as known (subject, failures, window_ends, next_at) values (${subject}, 1, ${ends}, ${now})
    on conflict (subject) do update set
      failures = case when known.window_ends <= ${now} then 1 else known.failures + 1 end,
      window_ends = ${ends},
      next_at = case when known.window_ends <= ${now} or known.failures + 1 < ${free}::int then ${now}::timestamptz
        else ${now}::timestamptz + interval '1 second' *
          least(power(2, least(known.failures + 1 - ${free}::int, 30)), ${maxDelayMs / 1000}::float8) end
    where known.next_at is null or known.next_at <= ${now} or known.window_ends <= ${now}
    returning subject`.execute(db)
  if (rows.length === 1) return null
  const known = await db
    .selectFrom('failed_guesses')
    .select('next_at')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return known?.next_at ?? now
}

/** Counts one failure; returns false and counts nothing when the window is full. */
export async function countFailure(
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

export async function undoFailure(db: Db, subject: string, now: Date): Promise<void> {
  await db
    .updateTable('failed_guesses')
    .set((row) => ({ failures: row('failures', '-', 1), next_at: sql<Date | null>`least(next_at, ${now})` }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

export async function deleteFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('failed_guesses').where('subject', '=', subject).execute()
}

export async function findWindowEnd(db: Db, subject: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('failed_guesses')
    .select('window_ends')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.window_ends
}
