import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { siteIsVisible } from '../sites/index.ts'
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

export const listWebsites = (db: Database, siteIds: number[]) =>
  queryRows(
    db,
    sql<WebsiteLine>`select sites.id as site_id, sites.name, sites.url, sites.status, wp_version as wordpress,
        php_version as php, facts ->> 'database_version' as database, facts ->> 'active_theme' as theme, health_score, last_sync,
        coalesce(installed.plugins, 0) as plugins, coalesce(installed.active_plugins, 0) as active_plugins,
        coalesce(installed.themes, 0) as themes, site_security.checks as security
      from sites
      left join (
        select site_id, count(*) filter (where kind = 'plugin') as plugins,
          count(*) filter (where kind = 'plugin' and active) as active_plugins,
          count(*) filter (where kind = 'theme') as themes
        from site_software where site_id = any (${siteIds}::bigint[]) group by site_id) as installed
          on installed.site_id = sites.id
      left join site_security on site_security.site_id = sites.id
      where sites.id = any (${siteIds}::bigint[]) order by lower(sites.name), sites.id`,
  )

export interface PendingLine {
  site_id: number
  type: string
  name: string
  current_version: string
  new_version: string
  first_seen_at: Date
}

/** Without the updates that a rule ignores. */
export const listPending = (db: Database, siteIds: number[], limit: number) =>
  queryRows(
    db,
    sql<PendingLine>`select site_id, type, name, current_version, new_version, first_seen_at from site_updates
      where site_id = any (${siteIds}::bigint[]) and not ignored order by type, lower(name), site_id limit ${limit}`,
  )

export interface SoftwareLine {
  site_id: number
  kind: 'plugin' | 'theme'
  slug: string
  name: string
  version: string
  active: boolean
  last_updated: string | null
}

/** Software without a release after this day, the oldest release first. */
export const listAbandoned = (db: Database, siteIds: number[], until: string, limit: number) =>
  queryRows(
    db,
    sql<SoftwareLine>`select site_id, kind, slug, name, version, active, last_updated from site_software
      where site_id = any (${siteIds}::bigint[]) and last_updated <= ${until}::date
      order by last_updated, slug, site_id limit ${limit}`,
  )

export const listPluginsOfFolders = (db: Database, siteIds: number[], folders: readonly string[], limit: number) =>
  queryRows(
    db,
    sql<SoftwareLine>`select site_id, kind, slug, name, version, active, last_updated from site_software
      where site_id = any (${siteIds}::bigint[]) and kind = 'plugin' and split_part(slug, '/', 1) = any (${folders}::text[])
      order by active desc, slug, site_id limit ${limit}`,
  )

export interface ClientSite {
  id: number
  url: string
  name: string
}

/** Within the limits of the caller. */
export const listSitesOfClient = (db: Database, clientId: number, limits: Limits | null, limit: number) =>
  queryRows(
    db,
    sql<ClientSite>`select id, url, name from sites where client_id = ${clientId} and ${siteIsVisible('sites', limits)}
      order by lower(name), id limit ${limit}`,
  )

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

/** Performance audits of a period, newest first. */
export const listPerfAudits = (
  db: Database,
  siteIds: number[],
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
  limit: number,
) =>
  queryRows(
    db,
    sql<PerfAuditLine>`select site_id, audited_at, strategy, performance, accessibility, best_practices, seo, lcp_ms,
        tbt_ms, cls
      from perf_audits where site_id = any (${siteIds}::bigint[]) and audited_at >= ${from} and audited_at < ${to}
      order by audited_at desc, id desc limit ${limit}`,
  )

export interface WorkLine {
  site_id: number
  task_id: number
  date: string
  title: string
  created_by: string
  milliseconds: number
}

/** A task for several sites is listed for each of them; canceled tasks are left out. */
export const listWork = (db: Database, siteIds: number[], { start_date, end_date }: ReportPeriod, limit: number) =>
  queryRows(
    db,
    sql<WorkLine>`select task_sites.site_id, tasks.id as task_id, tasks.date, tasks.title, tasks.created_by,
        coalesce(sum(entries.milliseconds) filter (where entries.replaced_at is null), 0)::float8 as milliseconds
      from time_task_sites as task_sites
      join time_tasks as tasks on tasks.id = task_sites.task_id
      left join time_entries as entries on entries.task_id = tasks.id
      where task_sites.site_id = any (${siteIds}::bigint[]) and tasks.date >= ${start_date}::date
        and tasks.date <= ${end_date}::date and tasks.task_status <> 'canceled'
      group by task_sites.site_id, tasks.id order by tasks.date desc, tasks.id desc limit ${limit}`,
  )

export interface ClosedVulnerability {
  site_id: number
  name: string
  title: string
  severity: string
  version: string
  /** Null: the software was removed. */
  fixed_version: string | null
  published_at: Date | null
  closed_at: Date
}

/** Vulnerabilities that an update or a removal closed within the period, newest first. Records that changed closed nothing. */
export const listClosedVulnerabilities = (
  db: Database,
  siteIds: number[],
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
  limit: number,
) =>
  queryRows(
    db,
    sql<ClosedVulnerability>`select finding.site_id, finding.name, record.title, record.severity, finding.version,
        case when finding.fixed_how = 'updated' then finding.fixed_version end as fixed_version, record.published_at,
        finding.fixed_at as closed_at
      from vulnerability_findings as finding join vulnerability_records as record on record.id = finding.record_id
      where finding.site_id = any (${siteIds}::bigint[]) and finding.fixed_at >= ${from} and finding.fixed_at < ${to}
        and finding.fixed_how in ('updated', 'removed')
      order by finding.fixed_at desc, finding.id desc limit ${limit}`,
  )
