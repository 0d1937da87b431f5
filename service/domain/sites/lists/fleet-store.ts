import { sql } from 'kysely'
import type { Limits } from '../../../operation/actor.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { siteIsVisible } from '../visible-sites-store.ts'

/** Counts over all sites, and the few sites that need attention. */

export interface FleetNumbers {
  connected: number
  disconnected: number
  suspended: number
  never_synced: number
  sync_failed: number
  with_updates: number
  /** Pending updates and the sites that have them. */
  core_updates: number
  plugin_updates: number
  plugin_sites: number
  theme_updates: number
  theme_sites: number
  translation_updates: number
  translation_sites: number
}

// All columns read here are in one index, so the wide rows are not read.
const fleetNumbers = (limits: Limits | null) =>
  sql<FleetNumbers>`select count(*) filter (where status = 'connected') as connected,
       count(*) filter (where status = 'disconnected') as disconnected,
       count(*) filter (where status = 'suspended') as suspended,
       count(*) filter (where last_sync is null) as never_synced,
       count(*) filter (where sync_error_code is not null) as sync_failed,
       count(*) filter (where core_update is not null or plugin_updates + theme_updates + translation_updates > 0)
         as with_updates,
       count(core_update) as core_updates,
       coalesce(sum(plugin_updates), 0) as plugin_updates, count(*) filter (where plugin_updates > 0) as plugin_sites,
       coalesce(sum(theme_updates), 0) as theme_updates, count(*) filter (where theme_updates > 0) as theme_sites,
       coalesce(sum(translation_updates), 0) as translation_updates,
       count(*) filter (where translation_updates > 0) as translation_sites
     from sites where ${siteIsVisible('sites', limits)}`

export async function readFleetNumbers(db: Database, limits: Limits | null): Promise<FleetNumbers> {
  return oneRow(await queryRows(db, fleetNumbers(limits)))
}

export interface FailedSync {
  site_id: number
  site_url: string
  site_name: string
  code: string
  message: string
  at: Date | null
}

/** Newest first. */
export const listFailedSyncs = (db: Database, limits: Limits | null, max: number): Promise<FailedSync[]> =>
  queryRows(
    db,
    sql<FailedSync>`select id as site_id, url as site_url, name as site_name, sync_error_code as code,
        coalesce(sync_error, '') as message, last_sync_attempt as at
      from sites where sync_error_code is not null and ${siteIsVisible('sites', limits)}
      order by last_sync_attempt desc, id limit ${max}`,
  )

export interface DisconnectedSite {
  site_id: number
  site_url: string
  site_name: string
  code: string | null
  message: string | null
}

export const listDisconnectedSites = (db: Database, limits: Limits | null, max: number): Promise<DisconnectedSite[]> =>
  queryRows(
    db,
    sql<DisconnectedSite>`select id as site_id, url as site_url, name as site_name, disconnected_code as code,
        disconnected_reason as message
      from sites where status = 'disconnected' and ${siteIsVisible('sites', limits)} order by url, id limit ${max}`,
  )
