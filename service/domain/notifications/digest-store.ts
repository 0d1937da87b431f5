import { sql } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    daily_digests: {
      day: Day
      /** nothing: nothing to report. failed: retried until the end of the day. refused: permanent. */
      state: 'sending' | 'sent' | 'nothing' | 'failed' | 'refused'
      begun_at: Date
      problem: string | null
    }
  }
}

/** Claims the digest of a day; false if another process has claimed or sent it. */
export async function takeDigest(db: Database, day: Day, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_digests (day, state, begun_at) values (${day}, 'sending', ${now})
    on conflict (day) do update set state = 'sending', begun_at = excluded.begun_at, problem = null
    where daily_digests.state = 'failed' returning day`.execute(db)
  return rows.length === 1
}

export async function recordDigestOutcome(
  db: Database,
  day: Day,
  end: { state: 'sent' | 'nothing' | 'failed' | 'refused'; problem?: string },
): Promise<void> {
  const { state, problem = null } = end
  await db.updateTable('daily_digests').set({ state, problem }).where('day', '=', day).execute()
}
