import { sql } from 'kysely'
import type { IngestItem } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SiteFacts } from './site.ts'
import { siteNotFound } from './site-errors.ts'
import { lockSites, updateSiteRow } from './site-store.ts'
import { acceptedSpelling } from './site-url.ts'

/**
 * Stores the snapshots of sites. This feature ingests first and locks the sites until the others are done, so that a site
 * deleted meanwhile is missing for all of them. Unchanged rows are not written.
 */
export async function ingestSnapshots(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const ids = items.map(({ siteId }) => siteId)
  const found = new Set(await lockSites(trx, ids))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw siteNotFound(missing)
  await sql`
    update sites set
      wp_version = new.wp_version, php_version = new.php_version, child_version = new.child_version,
      health_score = new.health_score, facts = new.facts,
      last_sync = new.last_sync, last_sync_attempt = new.last_sync_attempt,
      sync_error_code = new.sync_error_code, sync_error = new.sync_error
    from (
      select known.id, coalesce(reported.wp_version, known.wp_version), coalesce(reported.php_version, known.php_version),
        coalesce(reported.child_version, known.child_version), coalesce(reported.health_score, known.health_score),
        coalesce(reported.facts, known.facts),
        coalesce(reported.synced_at, known.last_sync), coalesce(reported.synced_at, known.last_sync_attempt),
        case when reported.synced_at is null then known.sync_error_code end,
        case when reported.synced_at is null then known.sync_error end
      from jsonb_to_recordset(${JSON.stringify(items.map(toRow))}::jsonb) as reported (
        id bigint, wp_version text, php_version text, child_version text, health_score integer, facts jsonb,
        synced_at timestamptz)
      join sites as known on known.id = reported.id
    ) as new (id, wp_version, php_version, child_version, health_score, facts,
      last_sync, last_sync_attempt, sync_error_code, sync_error)
    where sites.id = new.id
      and (sites.wp_version, sites.php_version, sites.child_version, sites.health_score, sites.facts,
          sites.last_sync, sites.last_sync_attempt, sites.sync_error_code, sites.sync_error)
        is distinct from (new.wp_version, new.php_version, new.child_version, new.health_score, new.facts,
          new.last_sync, new.last_sync_attempt, new.sync_error_code, new.sync_error)`.execute(trx)
  for (const { siteId, snapshot, synced } of items) {
    if (synced?.claimedUrl) await correctAddress(trx, siteId, synced.claimedUrl, snapshot.takenAt)
  }
}

/** A site may correct the spelling of its address, but not move to another. */
async function correctAddress(trx: Db, siteId: number, claimed: string, at: Date): Promise<void> {
  const site = await trx
    .selectFrom('sites')
    .select(['url', 'identity'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  const url = acceptedSpelling(site, claimed)
  if (url !== null) await updateSiteRow(trx, siteId, { url, updated_at: at })
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
