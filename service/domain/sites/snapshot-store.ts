import { sql } from 'kysely'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SiteFacts } from './site.ts'
import { siteNotFound } from './site-errors.ts'

/**
 * Keeps what a site told about itself. It is the first room to do so, and holds the site until the others are done: a
 * site that was deleted meanwhile is gone for all of them. What has not changed is not written again.
 */
export async function absorbSnapshot(trx: Db, siteId: number, snapshot: SiteSnapshot): Promise<void> {
  const { wordpressVersion, connectorVersion, info, health } = snapshot
  const { rows } = await sql`select from sites where id = ${siteId} for no key update`.execute(trx)
  if (rows.length === 0) throw siteNotFound(siteId)
  const facts = info ? JSON.stringify(factsOf(snapshot)) : null
  await sql`
    update sites set
      wp_version = new.wp_version, php_version = new.php_version, child_version = new.child_version,
      health_score = new.health_score, facts = new.facts
    from (
      select coalesce(${wordpressVersion}, wp_version), coalesce(${info?.phpVersion ?? null}, php_version),
        coalesce(${connectorVersion}, child_version), coalesce(${health?.score ?? null}::integer, health_score),
        coalesce(${facts}::jsonb, facts)
      from sites where id = ${siteId}
    ) as new (wp_version, php_version, child_version, health_score, facts)
    where sites.id = ${siteId}
      and (sites.wp_version, sites.php_version, sites.child_version, sites.health_score, sites.facts)
        is distinct from (new.wp_version, new.php_version, new.child_version, new.health_score, new.facts)`.execute(trx)
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
