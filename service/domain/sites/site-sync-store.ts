import { type Database, statement } from '../../platform/database/database.ts'

const notSynced = statement(
  'site-not-synced',
  'update sites set last_sync_attempt = $2, sync_error_code = $3, sync_error = $4 where id = $1',
)

/** It could not be asked, or its answer was no use. What it told before is kept, and its status is another matter. */
export async function recordSyncFailure(
  db: Database,
  id: number,
  at: Date,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await db.fetch(notSynced, [id, at, code, message])
}
