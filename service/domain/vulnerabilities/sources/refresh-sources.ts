import type { Context } from '../../../operation/context.ts'
import { isoTime } from '../../../operation/shapes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readTooSoon } from '../vulnerability-errors.ts'
import type { ImportResult } from './import-entries.ts'
import { importFeed } from './import-feed.ts'
import { findFeedUrl, hasKey, readSourceSettings } from './source-settings.ts'
import { findSourceRow } from './source-store.ts'
import { findNextWordfenceRead, importWordfence } from './wordfence.ts'
import { lookUpInstalledItems } from './wpvulnerability.ts'

/** Those that Flotilla reads by itself. */
export const automaticSources = ['wordfence', 'wpvulnerability', 'feed'] as const
export type ReadSource = (typeof automaticSources)[number]

export async function listConfiguredSources(db: Db): Promise<ReadSource[]> {
  const { use_wpvulnerability, vulnerability_feed_url } = await readSourceSettings(db)
  const isConfigured = {
    wordfence: await hasKey(db, 'wordfence_key'),
    wpvulnerability: use_wpvulnerability,
    feed: vulnerability_feed_url !== '',
  }
  return automaticSources.filter((source) => isConfigured[source])
}

const hourMs = 3_600_000

/** Once a day, and an hour after a failure. */
async function isFeedDue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const row = await findSourceRow(db, 'feed')
  if (!row) return true
  return clock.now().getTime() >= row.tried_at.getTime() + (row.problem === null ? 24 : 1) * hourMs
}

/** Null: it is not due. */
export async function refreshSource(
  context: Context,
  source: ReadSource,
  { acceptFewer, onlyDue }: { acceptFewer: boolean; onlyDue: boolean },
): Promise<ImportResult | null> {
  if (source === 'wpvulnerability') return lookUpInstalledItems(context)
  if (source === 'feed') {
    if (onlyDue && !(await isFeedDue(context))) return null
    return importFeed(context, feedAddress(await findFeedUrl(context.db)), { acceptFewer })
  }
  const next = await findNextWordfenceRead(context)
  if (next && !onlyDue) throw readTooSoon(isoTime(next))
  return next ? null : importWordfence(context, { acceptFewer })
}

export const feedAddress = (url: string) => ({ source: 'feed' as const, name: 'The vulnerability feed', url })
