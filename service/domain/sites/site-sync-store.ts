import { type Database, statement } from '../../platform/database/database.ts'
import { type SiteRow, updateSite } from './site-store.ts'
import { otherSpelling } from './site-url.ts'

const synced = statement(
  'site-synced',
  `update sites set last_sync = $2, last_sync_attempt = $2, sync_error_code = null, sync_error = null where id = $1`,
)
const notSynced = statement(
  'site-not-synced',
  'update sites set last_sync_attempt = $2, sync_error_code = $3, sync_error = $4 where id = $1',
)

/** The site told how it is, and perhaps under which spelling of its address it answers. */
export async function recordSync(
  db: Database,
  site: Pick<SiteRow, 'id' | 'url' | 'identity'>,
  at: Date,
  correctedUrl: string | null,
): Promise<void> {
  await db.fetch(synced, [site.id, at])
  const url = otherSpelling(site, correctedUrl)
  if (url !== null) await updateSite(db, site.id, { url, updated_at: at })
}

/** It could not be asked, or its answer was no use. What it told before is kept, and its status is another matter. */
export async function recordSyncFailure(
  db: Database,
  id: number,
  at: Date,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await db.fetch(notSynced, [id, at, code, message])
}
