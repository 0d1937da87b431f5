import type { Context } from '../../operation/context.ts'
import type { Settings } from '../../operation/settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { importAuditedChanges } from '../activity/index.ts'
import { countBackups } from '../backups/index.ts'
import type { ClientRow } from '../clients/index.ts'
import { chooseSites, isEmptyFilter, type SiteFilter, type SiteRow } from '../sites/index.ts'
import { describeKnowledge } from '../vulnerabilities/index.ts'
import {
  type ChangeCount,
  type ChangeLine,
  countChangeLines,
  listChangeLines,
  listUpdateChecks,
  type UpdateCheckLine,
} from './change-line-store.ts'
import type { ReportPeriod } from './period.ts'
import { readSegment } from './read-segment.ts'
import { maxRows, maxSites, type ReportRow } from './report.ts'
import { clientWithoutSites, viewWithoutSites } from './report-errors.ts'
import { type SegmentName, segmentNames } from './segments.ts'
import { type ClosedVulnerability, listClosedVulnerabilities, listSitesOfClient, listWork } from './site-facts-store.ts'
import { type ReportedIncident, readSiteUptimes, sumUptime, type UptimeDay, type UptimeTotals } from './uptime.ts'

/** The data of one site in a report. */
export interface ReportSite {
  id: number
  name: string
  url: string
  website: ReportRow
  /** The number of changes per action, by segment. */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  uptime: UptimeTotals
  days: UptimeDay[]
  incidents: ReportedIncident[]
  updates: ChangeLine[]
  updateChecks: Pick<UpdateCheckLine, 'checked' | 'undone' | 'undone_total'>
  certificate: ReportRow | undefined
  domain: ReportRow | undefined
  vulnerable: ReportRow[]
  closedVulnerabilities: ClosedVulnerability[]
  abandoned: ReportRow[]
  pending: ReportRow[]
  performance: ReportRow[]
  backups: { total: number; last: Date | null }
  work: { date: string; title: string; hours: number }[]
}

export interface WholeReport {
  /** The name of the client or the site. */
  subject: string
  /** Whose branding and language it has. */
  clientId: number | null
  period: ReportPeriod
  madeAt: Date
  sites: ReportSite[]
  /** Of all sites. */
  uptime: UptimeTotals
  hours: number
  /** False if no vulnerabilities were imported: then a report must not claim that there are none. */
  vulnerabilitiesKnown: boolean
  /** When a source was last read, if none is current any more; null while one is. */
  vulnerabilitiesAsOf: string | null
  /** The number of sites left out because there are too many. */
  leftOut: number
}

export interface ReportQuery {
  subject: string
  clientId: number | null
  sites: readonly { id: number; name: string; url: string }[]
  period: ReportPeriod
  now: Date
  leftOut?: number
}

export const updateSegments = ['wordpress', 'plugins', 'themes'] as const

/** With a number of queries that does not depend on the number of sites. */
export async function collectReport(
  { db, settings }: { db: Database; settings: Settings },
  query: ReportQuery,
): Promise<WholeReport> {
  const { subject, clientId, sites, period, now, leftOut = 0 } = query
  const siteIds = sites.map(({ id }) => id)
  await importAuditedChanges(db)
  const reading = { db, settings, siteIds, period, now }
  const linesOf = async (name: SegmentName) =>
    Map.groupBy((await readSegment(reading, name)).lines, (line) => line.site_id)
  const updates = { siteIds, period, segments: updateSegments, action: 'updated' }
  const [counts, updated, updateChecks, uptimes, backups, work, closed] = await Promise.all([
    countChangeLines(db, { siteIds, period, segments: segmentNames }),
    listChangeLines(db, updates, maxRows),
    listUpdateChecks(db, updates),
    readSiteUptimes(reading),
    countBackups(db, siteIds, period),
    listWork(db, siteIds, period, maxRows),
    listClosedVulnerabilities(db, siteIds, period, maxRows),
  ])
  const [websites, certificates, domains, vulnerable, abandoned, pending, performance] = await Promise.all(
    (['website', 'sslmonitor', 'domainmonitor', 'vulnerable', 'abandoned', 'pending', 'performance'] as const).map(
      linesOf,
    ),
  )
  const of = <Row extends { site_id: number }>(rows: readonly Row[], id: number) =>
    rows.filter((row) => row.site_id === id)
  const rowsOf = (lines: Awaited<ReturnType<typeof linesOf>> | undefined, id: number) =>
    (lines?.get(id) ?? []).map(({ row }) => row)
  const knowledge = await describeKnowledge(db, now)
  return {
    subject,
    clientId,
    period,
    madeAt: now,
    leftOut,
    vulnerabilitiesKnown: knowledge.state === 'current' || knowledge.state === 'stale',
    vulnerabilitiesAsOf: knowledge.state === 'stale' ? knowledge.since : null,
    uptime: sumUptime(uptimes),
    // A task for several sites is listed for each, but counts once.
    hours: hoursOf([...new Map(work.map((task) => [task.task_id, task])).values()]),
    sites: sites.map(({ id, name, url }) => ({
      id,
      name,
      url,
      website: rowsOf(websites, id)[0] ?? {},
      counts: byAction(of(counts, id)),
      uptime: sumUptime(of(uptimes, id)),
      days: of(uptimes, id).flatMap(({ days }) => days),
      incidents: of(uptimes, id).flatMap(({ incidents }) => incidents),
      updates: of(updated, id),
      updateChecks: of(updateChecks, id)[0] ?? { checked: 0, undone: [], undone_total: 0 },
      certificate: rowsOf(certificates, id)[0],
      domain: rowsOf(domains, id)[0],
      vulnerable: rowsOf(vulnerable, id),
      closedVulnerabilities: of(closed, id),
      abandoned: rowsOf(abandoned, id),
      pending: rowsOf(pending, id),
      performance: rowsOf(performance, id),
      backups: { total: of(backups, id)[0]?.total ?? 0, last: of(backups, id)[0]?.last_at ?? null },
      work: of(work, id).map(({ date, title, milliseconds }) => ({ date, title, hours: milliseconds / 3_600_000 })),
    })),
  }
}

function byAction(counts: readonly ChangeCount[]): ReportSite['counts'] {
  const bySegment = Map.groupBy(counts, ({ segment }) => segment)
  return new Map(
    [...bySegment].map(([segment, own]) => [segment, new Map(own.map(({ action, total }) => [action, total]))]),
  )
}

const hoursOf = (work: readonly { milliseconds: number }[]) =>
  Math.round(work.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 36_000) / 100

export const countOf = ({ counts }: ReportSite, segment: string, action: string): number =>
  counts.get(segment)?.get(action) ?? 0

/** Without a sync nothing is known about the software of a site. */
export const wasRead = ({ website }: ReportSite): boolean => Boolean(website.last_sync)

/** The number of updates of WordPress, plugins and themes. */
export const updatesOf = (site: ReportSite): number =>
  updateSegments.reduce((sum, segment) => sum + countOf(site, segment, 'updated'), 0)

/** The main figures, the same in every format. */
export function computeTotals({ sites, uptime, hours, vulnerabilitiesKnown }: WholeReport) {
  const sum = (of: (site: ReportSite) => number) => sites.reduce((total, site) => total + of(site), 0)
  return {
    sites: sites.length,
    uptime: uptime.ratio,
    monitored_hours: uptime.monitored_hours,
    checks: uptime.checks,
    // Without monitoring they are not known.
    incidents: uptime.ratio === null ? null : uptime.incidents,
    downtime_minutes: uptime.ratio === null ? null : uptime.downtime_minutes,
    response_avg_ms: uptime.response_avg_ms,
    updates: sum(updatesOf),
    plugin_updates: sum((site) => countOf(site, 'plugins', 'updated')),
    theme_updates: sum((site) => countOf(site, 'themes', 'updated')),
    wordpress_updates: sum((site) => countOf(site, 'wordpress', 'updated')),
    backups: sum(({ backups }) => backups.total),
    vulnerabilities: vulnerabilitiesKnown && sites.some(wasRead) ? sum(({ vulnerable }) => vulnerable.length) : null,
    abandoned: sites.some(wasRead) ? sum(({ abandoned }) => abandoned.length) : null,
    pending_updates: sites.some(wasRead) ? sum(({ pending }) => pending.length) : null,
    hours,
  }
}

type ReportContext = Pick<Context, 'db' | 'settings' | 'clock' | 'actor'>

export const collectSiteReport = (context: ReportContext, site: SiteRow, period: ReportPeriod): Promise<WholeReport> =>
  collectReport(context, {
    subject: site.name,
    clientId: site.client_id,
    sites: [site],
    period,
    now: context.clock.now(),
  })

/** The sites of the view that the caller may see. A view without filters has all sites. */
export async function collectViewReport(
  context: ReportContext,
  { name, filter }: { name: string; filter: SiteFilter },
  period: ReportPeriod,
): Promise<WholeReport> {
  const choice = isEmptyFilter(filter) ? { all_sites: true } : { filter, all_sites: false }
  const { sites } = await chooseSites(context, { site_ids_or_domains: [], ...choice })
  if (sites.length === 0) throw viewWithoutSites(name)
  const leftOut = Math.max(0, sites.length - maxSites)
  return collectReport(context, {
    ...{ subject: name, clientId: null, sites: sites.slice(0, maxSites), period, now: context.clock.now(), leftOut },
  })
}

/** The sites of the client within the caller's limits. */
export async function collectClientReport(
  context: ReportContext,
  client: ClientRow,
  period: ReportPeriod,
): Promise<WholeReport> {
  const { db, clock, actor } = context
  const sites = await listSitesOfClient(db, client.id, actor.limits, maxSites)
  if (sites.length === 0) throw clientWithoutSites(client.name)
  const leftOut = Math.max(0, client.sites_count - sites.length)
  const about = { subject: client.name, clientId: client.id }
  return collectReport(context, { ...about, sites, period, now: clock.now(), leftOut })
}
