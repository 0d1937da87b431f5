import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { siteIdIsVisible, siteIsVisible } from '../../../operation/visible-sites-store.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import type { Fragment } from '../../../platform/database/fragments.ts'
import { oneRow } from '../../../platform/database/one-row.ts'

/** Counts over all sites, and the few sites that need attention. */

interface SiteNumbers {
  connected: number
  disconnected: number
  suspended: number
  never_synced: number
  sync_failed: number
}

/** Pending updates and the sites that have them. */
interface UpdateNumbers {
  with_updates: number
  core_updates: number
  plugin_updates: number
  plugin_sites: number
  theme_updates: number
  theme_sites: number
  translation_updates: number
  translation_sites: number
}

export type FleetNumbers = SiteNumbers & UpdateNumbers

// The columns of sites are in one index, so the wide rows are not read.
const siteNumbers = (limits: Limits | null) =>
  sql<SiteNumbers>`select count(*) filter (where status = 'connected') as connected,
       count(*) filter (where status = 'disconnected') as disconnected,
       count(*) filter (where status = 'suspended') as suspended,
       count(*) filter (where last_sync is null) as never_synced,
       count(*) filter (where sync_error_code is not null) as sync_failed
     from sites where ${siteIsVisible('sites', limits)}`

const updateNumbers = (limits: Limits | null) =>
  sql<UpdateNumbers>`select count(*) filter (where total > 0) as with_updates,
       coalesce(sum(core), 0)::bigint as core_updates,
       coalesce(sum(plugins), 0)::bigint as plugin_updates, count(*) filter (where plugins > 0) as plugin_sites,
       coalesce(sum(themes), 0)::bigint as theme_updates, count(*) filter (where themes > 0) as theme_sites,
       coalesce(sum(translations), 0)::bigint as translation_updates,
       count(*) filter (where translations > 0) as translation_sites
     from site_update_counts where ${siteIdIsVisible('site_id', limits)}`

export async function readFleetNumbers(db: Database, limits: Limits | null): Promise<FleetNumbers> {
  const [sites, updates] = await Promise.all([queryRows(db, siteNumbers(limits)), queryRows(db, updateNumbers(limits))])
  return { ...oneRow(sites), ...oneRow(updates) }
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

export interface LostSiteFacts {
  message: string | null
}

/** Disconnected sites for the inbox, the one that answered last first. */
export const lostSiteRows = (limits: Limits | null): Fragment =>
  sql`select sites.id || coalesce(' ' || floor(extract(epoch from last_sync)), '') as key, sites.id as site_id, last_sync as at,
      row_number() over (order by last_sync desc nulls last, sites.id) as position, null::bigint as assigned_user_id,
      jsonb_build_object('message', disconnected_reason) as facts
    from sites where status = 'disconnected' and ${siteIsVisible('sites', limits)}`
