import type { Context } from '../../../operation/context.ts'
import type { ImportOptions, ImportResult } from './import-entries.ts'
import { importFeed } from './import-feed.ts'
import { openKey, readSourceSettings } from './source-settings.ts'
import { findSourceRow } from './source-store.ts'

/** The publisher allows one request in 30 minutes. */
const minutesBetweenReads = 30

/** When the feed may be read again; null: now. A new key or address may be tried at once. */
export async function findNextWordfenceRead({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Date | null> {
  const row = await findSourceRow(db, 'wordfence')
  // A row that only a webhook wrote was never read.
  if (!row || (row.taken_at === null && row.problem === null)) return null
  const next = new Date(row.tried_at.getTime() + minutesBetweenReads * 60_000)
  return next > clock.now() ? next : null
}

/** Reads the feed with the key of this installation. Null without a key. */
export async function importWordfence(
  context: Pick<Context, 'db' | 'clock' | 'outbound' | 'secrets'>,
  options: ImportOptions = {},
): Promise<ImportResult | null> {
  const key = await openKey(context, 'wordfence_key')
  const { wordfence_url } = await readSourceSettings(context.db)
  if (key === null || wordfence_url === '') return null
  const address = {
    source: 'wordfence' as const,
    name: 'The Wordfence feed',
    url: wordfence_url,
    headers: { authorization: `Bearer ${key}` },
  }
  return importFeed(context, address, options)
}
