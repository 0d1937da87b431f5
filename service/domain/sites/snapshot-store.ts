import { sql } from 'kysely'
import type { IngestItem } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SiteFacts } from './site.ts'
import { siteNotFound } from './site-errors.ts'
import { updateSite } from './site-store.ts'
import { otherSpelling } from './site-url.ts'
import { holdSites } from './update-counts-store.ts'

/**
 * Keeps what sites told about themselves. It is the first room to do so, and holds the sites until the others are done: a
 * site that was deleted meanwhile is gone for all of them. What has not changed is not written again.
 */
export async function ingestSnapshots(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const ids = items.map(({ siteId }) => siteId)
  const there = new Set(await holdSites(trx, ids))
  const gone = ids.find((id) => !there.has(id))
  if (gone !== undefined) throw siteNotFound(gone)
  await sql`
    update sites set
      wp_version = new.wp_version, php_version = new.php_version, child_version = new.child_version,
      health_score = new.health_score, facts = new.facts,
      last_sync = new.last_sync, last_sync_attempt = new.last_sync_attempt,
      sync_error_code = new.sync_error_code, sync_error = new.sync_error
    from (
      select known.id, coalesce(told.wp_version, known.wp_version), coalesce(told.php_version, known.php_version),
        coalesce(told.child_version, known.child_version), coalesce(told.health_score, known.health_score),
        coalesce(told.facts, known.facts),
        coalesce(told.synced_at, known.last_sync), coalesce(told.synced_at, known.last_sync_attempt),
        case when told.synced_at is null then known.sync_error_code end,
        case when told.synced_at is null then known.sync_error end
      from jsonb_to_recordset(${JSON.stringify(items.map(toRow))}::jsonb) as told (
        id bigint, wp_version text, php_version text, child_version text, health_score integer, facts jsonb,
        synced_at timestamptz)
      join sites as known on known.id = told.id
    ) as new (id, wp_version, php_version, child_version, health_score, facts,
      last_sync, last_sync_attempt, sync_error_code, sync_error)
    where sites.id = new.id
      and (sites.wp_version, sites.php_version, sites.child_version, sites.health_score, sites.facts,
          sites.last_sync, sites.last_sync_attempt, sites.sync_error_code, sites.sync_error)
        is distinct from (new.wp_version, new.php_version, new.child_version, new.health_score, new.facts,
          new.last_sync, new.last_sync_attempt, new.sync_error_code, new.sync_error)`.execute(trx)
  for (const { siteId, snapshot, synced } of items) {
    if (synced?.claimedUrl) await believeAddress(trx, siteId, synced.claimedUrl, snapshot.takenAt)
  }
}

/** A site may correct the spelling of its address, and move nowhere else by saying so. */
async function believeAddress(trx: Db, siteId: number, claimed: string, at: Date): Promise<void> {
  const site = await trx
    .selectFrom('sites')
    .select(['url', 'identity'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  const url = otherSpelling(site, claimed)
  if (url !== null) await updateSite(trx, siteId, { url, updated_at: at })
}

function toRow({ siteId, snapshot, synced }: IngestItem) {
  const { wordpressVersion, connectorVersion, info, health } = snapshot
  return {
    id: siteId,
    wp_version: wordpressVersion,
    php_version: info?.phpVersion,
    child_version: connectorVersion,
    health_score: health?.score,
    facts: info && factsOf(snapshot),
    synced_at: synced && snapshot.takenAt,
  }
}

function factsOf({ info, managedByHost }: SiteSnapshot): SiteFacts {
  return {
    active_theme: info!.activeTheme,
    database_version: info!.databaseVersion,
    memory_limit: info!.memoryLimit,
    debug_mode: info!.debugMode,
    ip: info!.ip,
    language: info!.language,
    timezone: info!.timezone,
    utc_offset_hours: info!.utcOffsetHours,
    public_to_search_engines: info!.publicToSearchEngines,
    managed_by_host: managedByHost,
  }
}
