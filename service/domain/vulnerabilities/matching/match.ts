import type { IngestItem } from '../../../operation/ingest.ts'
import type { Db } from '../../../platform/database/database.ts'
import { publishFindingEvents } from '../findings/vulnerability-events.ts'
import type { Match } from './evaluate.ts'
import { evaluate, feedItemKey } from './evaluate.ts'
import { listInstalledVersions, listMatchEntries, listSiteItems } from './installed-store.ts'
import { closeFindings, insertFindings, listSitesToMatch, type MatchScope, upsertSiteChecks } from './match-store.ts'
import { lockMatching } from './pending-store.ts'
import {
  type FeedItem,
  settleRecords,
  updateFixedRecords,
  updateFoundRecords,
  updateMatchedRecords,
} from './record-store.ts'

/** Compares the sites of snapshots whose software changed with everything that is known. */
export async function ingestVulnerabilities(trx: Db, items: readonly IngestItem[], now: Date): Promise<void> {
  const changed = await listSitesToMatch(
    trx,
    items.map(({ siteId }) => siteId),
  )
  await matchSites(trx, changed, now)
}

/** Compares these sites with everything that is known. */
export async function matchSites(trx: Db, siteIds: readonly number[], now: Date): Promise<void> {
  if (siteIds.length === 0) return
  await lockMatching(trx, 'shared')
  const installed = await listSiteItems(trx, siteIds)
  const entries = await listMatchEntries(trx, uniqueItems(installed))
  const versions = new Map(installed.map((item) => [`${feedItemKey(item)} ${item.version}`, item]))
  await applyMatches(trx, evaluate([...versions.values()], entries), { siteIds }, now)
  await upsertSiteChecks(trx, siteIds, now)
}

/** Compares all sites that have these items with what is known about them. */
export async function matchItems(trx: Db, items: readonly FeedItem[], now: Date): Promise<number> {
  await lockMatching(trx, 'exclusive')
  const installed = await listInstalledVersions(trx, items)
  const entries = await listMatchEntries(trx, items)
  const found = await applyMatches(trx, evaluate(installed, entries), { items }, now)
  await updateMatchedRecords(trx, items, now)
  return found
}

/** Stores the findings, the times of their records and the events. Returns the number of new findings. */
async function applyMatches(trx: Db, matches: readonly Match[], scope: MatchScope, now: Date): Promise<number> {
  const found = await insertFindings(trx, matches, scope, now)
  const fixed = await closeFindings(trx, matches, scope, now)
  if (found.finding_count > 0) {
    await updateFoundRecords(trx, found.record_ids, now)
    await publishFindingEvents(trx, 'vulnerability.found', found, now)
  }
  if (fixed.finding_count > 0) {
    await updateFixedRecords(trx, fixed.record_ids, now)
    await settleRecords(trx, fixed.record_ids, now)
    await publishFindingEvents(trx, 'vulnerability.fixed', fixed, now)
  }
  return found.finding_count
}

const uniqueItems = (installed: readonly { kind: string; folder: string }[]): FeedItem[] => {
  const items = installed.map(({ kind, folder }) => ({ kind, slug: folder }))
  return [...new Map(items.map((item) => [feedItemKey(item), item])).values()]
}
