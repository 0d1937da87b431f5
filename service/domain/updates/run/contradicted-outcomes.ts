import type { IngestItem } from '../../../operation/ingest.ts'
import { compareVersions } from '../../../platform/connector/reading/versions.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../../platform/database/database.ts'
import { toMissing, toReplaced } from './decide-outcome.ts'
import { announceOutcomes, matchOutcomes } from './record-outcomes.ts'
import { amendOutcomes, hasChangeByPerson, listNewestUpdates, type UpdateHistoryRow } from './update-history-store.ts'
import type { UpdateOutcome } from './update-outcome.ts'
import { hastenWatch } from './watch/watch-store.ts'

/** Later, people may have changed the site for other reasons. */
const watchedMs = 6 * 3_600_000

/**
 * A full sync that finds the old version again, or no such item, contradicts an update of the last hours: its history gets a dated
 * line. It has failed then, unless the log of the site says that the item was deleted or replaced by a person.
 */
export async function amendContradicted(trx: Db, items: readonly IngestItem[], now: Date): Promise<void> {
  const synced = items.filter((item) => item.synced !== undefined)
  if (synced.length === 0) return
  const ids = synced.map(({ siteId }) => siteId)
  const rows = await listNewestUpdates(trx, ids, new Date(now.getTime() - watchedMs))
  for (const { siteId, snapshot } of synced)
    for (const row of rows.filter((each) => each.site_id === siteId)) {
      const outcome = contradictionOf(row, snapshot)
      // Its guard knows whether it put the old version back: it is asked now instead of at the next check.
      if (outcome === null || (await hastenWatch(trx, siteId, row.run, now))) continue
      const isByPerson = await hasChangeByPerson(trx, row)
      const note = isByPerson ? { result: row.result, code: row.error_code, note: outcome.message ?? '' } : {}
      const amended = { ...outcome, ...note }
      const changed = await amendOutcomes(trx, { run: row.run, health: null }, [amended], now)
      await announceOutcomes(trx, { siteId, user: row.user_name }, matchOutcomes(changed, [amended]), now, true)
    }
}

/** Null: the site has this version, a newer one, or did not say. */
export function contradictionOf(
  row: Pick<
    UpdateHistoryRow,
    'type' | 'slug' | 'name' | 'from_version' | 'to_version' | 'result' | 'error_code' | 'message'
  >,
  snapshot: Pick<SiteSnapshot, 'plugins' | 'themes' | 'wordpressVersion'>,
): UpdateOutcome | null {
  const { type, slug, name, from_version: from, to_version: to, result, error_code: code, message } = row
  const outcome = { type, slug, name, from, to, result, code, message }
  if (type === 'core') return describe(outcome, snapshot.wordpressVersion ?? undefined)
  const items: readonly { slug: string; version: string | null }[] | undefined =
    type === 'plugin' ? snapshot.plugins : type === 'theme' ? snapshot.themes : undefined
  if (!items) return null
  const found = items.find((item) => item.slug === slug)
  return found ? describe(outcome, found.version ?? undefined) : toMissing(outcome)
}

function describe(outcome: UpdateOutcome, version: string | undefined): UpdateOutcome | null {
  if (!version || version === outcome.to || outcome.to === '') return null
  return compareVersions(version, outcome.to) < 0 ? toReplaced(outcome, version) : null
}
