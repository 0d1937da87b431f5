import { type Database, statement } from '../../platform/database/database.ts'
import type { ReportPeriod } from './period.ts'

export interface WebsiteLine {
  site_id: number
  name: string
  url: string
  status: string
  wordpress: string
  php: string
  database: string | null
  theme: string | null
  plugins: number
  active_plugins: number
  themes: number
  health_score: number | null
  last_sync: Date | null
  security: Record<string, unknown> | null
}

const websites = statement<WebsiteLine>(
  'report-websites',
  `select sites.id as site_id, sites.name, sites.url, sites.status, wp_version as wordpress, php_version as php,
     facts ->> 'database_version' as database, facts ->> 'active_theme' as theme, health_score, last_sync,
     coalesce(installed.plugins, 0) as plugins, coalesce(installed.active_plugins, 0) as active_plugins,
     coalesce(installed.themes, 0) as themes, site_security.checks as security
   from sites
   left join (
     select site_id, count(*) filter (where kind = 'plugin') as plugins,
       count(*) filter (where kind = 'plugin' and active) as active_plugins,
       count(*) filter (where kind = 'theme') as themes
     from site_software where site_id = any ($1::bigint[]) group by site_id) as installed on installed.site_id = sites.id
   left join site_security on site_security.site_id = sites.id
   where sites.id = any ($1::bigint[]) order by lower(sites.name), sites.id`,
)
export const listWebsites = (db: Database, siteIds: number[]) => db.fetch(websites, [siteIds])

export interface PendingLine {
  site_id: number
  type: string
  name: string
  current_version: string
  new_version: string
  first_seen_at: Date
}

const pending = statement<PendingLine>(
  'report-pending',
  `select site_id, type, name, current_version, new_version, first_seen_at from site_updates
   where site_id = any ($1::bigint[]) order by type, lower(name), site_id limit $2`,
)
export const listPending = (db: Database, siteIds: number[], limit: number) => db.fetch(pending, [siteIds, limit])

export interface SoftwareLine {
  site_id: number
  kind: 'plugin' | 'theme'
  slug: string
  name: string
  version: string
  active: boolean
  last_updated: string | null
}

const abandoned = statement<SoftwareLine>(
  'report-abandoned',
  `select site_id, kind, slug, name, version, active, last_updated from site_software
   where site_id = any ($1::bigint[]) and last_updated <= $2::date order by last_updated, slug, site_id limit $3`,
)
/** Software without a release after this day, the oldest release first. */
export const listAbandoned = (db: Database, siteIds: number[], until: string, limit: number) =>
  db.fetch(abandoned, [siteIds, until, limit])

const ofFolders = statement<SoftwareLine>(
  'report-software-of-folders',
  `select site_id, kind, slug, name, version, active, last_updated from site_software
   where site_id = any ($1::bigint[]) and kind = 'plugin' and split_part(slug, '/', 1) = any ($2::text[])
   order by active desc, slug, site_id limit $3`,
)
export const listPluginsOfFolders = (db: Database, siteIds: number[], folders: readonly string[], limit: number) =>
  db.fetch(ofFolders, [siteIds, folders, limit])

export interface ClientSite {
  id: number
  url: string
  name: string
}

const ofClient = statement<ClientSite>(
  'report-sites-of-client',
  `select id, url, name from sites where client_id = $1
     and ($2::bigint[] is null or id = any ($2) or id in (select site_id from site_tags where tag_id = any ($3::bigint[])))
   order by lower(name), id limit $4`,
)
/** Within the limits of the caller. */
export const listSitesOfClient = (
  db: Database,
  clientId: number,
  limits: { sites: number[]; tags: number[] } | null,
  limit: number,
) => db.fetch(ofClient, [clientId, limits?.sites ?? null, limits?.tags ?? [], limit])

export interface PerfAuditLine {
  site_id: number
  audited_at: Date
  strategy: 'mobile' | 'desktop'
  performance: number | null
  accessibility: number | null
  best_practices: number | null
  seo: number | null
  lcp_ms: number | null
  tbt_ms: number | null
  cls: number | null
}

const audits = statement<PerfAuditLine>(
  'report-audits',
  `select site_id, audited_at, strategy, performance, accessibility, best_practices, seo, lcp_ms, tbt_ms, cls
   from perf_audits where site_id = any ($1::bigint[]) and audited_at >= $2 and audited_at < $3
   order by audited_at desc, id desc limit $4`,
)
/** Performance audits of a period, newest first. */
export const listPerfAudits = (
  db: Database,
  siteIds: number[],
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
  limit: number,
) => db.fetch(audits, [siteIds, from, to, limit])

export interface WorkLine {
  site_id: number
  task_id: number
  date: string
  title: string
  created_by: string
  milliseconds: number
}

// A task for several sites is listed for each of them; canceled tasks are left out.
const work = statement<WorkLine>(
  'report-work',
  `select task_sites.site_id, tasks.id as task_id, tasks.date, tasks.title, tasks.created_by,
     coalesce(sum(entries.milliseconds) filter (where entries.replaced_at is null), 0)::float8 as milliseconds
   from time_task_sites as task_sites
   join time_tasks as tasks on tasks.id = task_sites.task_id
   left join time_entries as entries on entries.task_id = tasks.id
   where task_sites.site_id = any ($1::bigint[]) and tasks.date >= $2::date and tasks.date <= $3::date
     and tasks.task_status <> 'canceled'
   group by task_sites.site_id, tasks.id order by tasks.date desc, tasks.id desc limit $4`,
)
export const listWork = (db: Database, siteIds: number[], { start_date, end_date }: ReportPeriod, limit: number) =>
  db.fetch(work, [siteIds, start_date, end_date, limit])
