import { timeZoneOf } from '../../operation/configured-days.ts'
import { isoTime } from '../../operation/shapes.ts'
import { addDays, utcDay } from '../../platform/calendar.ts'
import { findProfiles } from '../domain-monitor/index.ts'
import { abandonedAfterDays } from '../software/index.ts'
import { findCertificates } from '../ssl-monitor/index.ts'
import { findVulnerableItems, listSourceRows } from '../vulnerabilities/index.ts'
import { maxRows, type SegmentQuery, type SegmentResult } from './report.ts'
import { type SegmentName, segmentOf } from './segments.ts'
import { listAbandoned, listPending, listPerfAudits, listPluginsOfFolders, listWebsites } from './site-facts-store.ts'
import { readUptime } from './uptime.ts'

/** When neither a feed nor a file was imported. */
export const noSource = 'not configured: set vulnerability_feed_url or import a file'

type Reader = (reading: SegmentQuery) => Promise<SegmentResult>

/** The current state of the sites. Only uptime and performance depend on the period. */
export const stateReaderOf = (name: SegmentName): Reader => readers[name] ?? integrationReader(name)

const readers: Partial<Record<SegmentName, Reader>> = {
  uptime: readUptime,

  async website({ db, siteIds }) {
    const found = await listWebsites(db, siteIds)
    const sum = (name: 'plugins' | 'active_plugins' | 'themes') => found.reduce((total, each) => total + each[name], 0)
    return {
      lines: found.map(({ site_id, security, last_sync, ...row }) => {
        const states = Object.values(security ?? {})
        const passed = states.filter((state) => state === 'fine' || state === 'fine-by-itself').length
        const checks = { security_passed: passed, security_total: states.length }
        return { site_id, row: { ...row, ...checks, last_sync: isoTime(last_sync) } }
      }),
      totals: {
        sites: found.length,
        plugins: sum('plugins'),
        active_plugins: sum('active_plugins'),
        themes: sum('themes'),
      },
    }
  },

  async pending({ db, siteIds }) {
    const found = await listPending(db, siteIds, maxRows)
    const of = (type: string) => found.filter((each) => each.type === type).length
    return {
      lines: found.map(({ site_id, first_seen_at, ...row }) => ({
        site_id,
        row: { ...row, since: isoTime(first_seen_at) },
      })),
      totals: {
        plugins: of('plugin'),
        themes: of('theme'),
        wordpress: of('core'),
        translations: of('translation'),
        total: found.length,
      },
    }
  },

  async abandoned({ db, siteIds, now }) {
    const until = addDays(utcDay(now), -abandonedAfterDays)
    const found = await listAbandoned(db, siteIds, until, maxRows)
    const of = (kind: string) => found.filter((each) => each.kind === kind).length
    return {
      lines: found.map(({ site_id, kind, ...row }) => ({ site_id, row: { type: kind, ...row } })),
      totals: { plugins: of('plugin'), themes: of('theme'), total: found.length },
    }
  },

  async vulnerable({ db, siteIds }) {
    const [found, sources] = [await findVulnerableItems(db, siteIds), await listSourceRows(db)]
    const taken = sources.flatMap(({ taken_at }) => taken_at ?? []).sort((a, b) => b.getTime() - a.getTime())[0]
    const listed = found.slice(0, maxRows)
    const of = (severity: string) => found.filter((each) => each.severity === severity).length
    const kinds = (kind: string) => found.filter((each) => each.kind === kind).length
    return {
      lines: listed.map(({ site_id, kind, published_on, ranges: _, id: __, ...row }) => ({
        site_id,
        row: { type: kind, ...row, published: published_on },
      })),
      totals: {
        ...{ plugins: kinds('plugin'), themes: kinds('theme'), wordpress: kinds('core') },
        ...{ critical: of('critical'), high: of('high'), medium: of('medium'), low: of('low') },
        total: found.length,
        check_date: isoTime(taken ?? null),
      },
      // Without a source, “none found” would be wrong.
      ...(taken === undefined && { integration: noSource }),
    }
  },

  async performance({ db, siteIds, period }) {
    const found = await listPerfAudits(db, siteIds, period, maxRows)
    const newest = (strategy: string) => found.find((audit) => audit.strategy === strategy)?.performance ?? null
    return {
      lines: found.map(({ site_id, audited_at, ...row }) => ({ site_id, row: { date: isoTime(audited_at), ...row } })),
      totals: { audits: found.length, mobile: newest('mobile'), desktop: newest('desktop') },
      integration: found.length > 0 ? 'Lighthouse' : 'not detected',
    }
  },

  async sslmonitor({ db, settings, siteIds, now }) {
    const found = await findCertificates(db, siteIds, now, timeZoneOf(settings))
    return {
      lines: found.map(({ id, problems, issuer_o, issuer, ...row }) => ({
        site_id: id,
        row: {
          status: row.status,
          issuer: issuer_o ?? issuer,
          common_name: row.common_name,
          valid_from: row.valid_from,
          valid_to: row.valid_to,
          days_left: row.days_left,
          problems: problems.map(({ message }) => message).join(' ') || (row.reason ?? ''),
          checked_at: row.checked_at,
        },
      })),
      totals: statusTotals(found.map(({ status }) => status)),
    }
  },

  async domainmonitor({ db, settings, siteIds, now }) {
    const found = await findProfiles(db, siteIds, now, timeZoneOf(settings))
    return {
      lines: found.map((profile) => ({
        site_id: profile.id,
        row: {
          domain: profile.domain_name,
          status: profile.status,
          registrar: profile.registrar,
          created: profile.creation_date,
          updated: profile.updated_date,
          expires: profile.expiry_date,
          days_left: profile.days_left,
          checked_at: profile.checked_at,
        },
      })),
      totals: statusTotals(found.map(({ status }) => status)),
    }
  },
}

function statusTotals(statuses: readonly string[]) {
  const counts = Map.groupBy(statuses, (status) => status)
  return { ...Object.fromEntries([...counts].map(([status, all]) => [status, all.length])), total: statuses.length }
}

/** For segments with data of other plugins: the plugin of the site. The connector does not return its data. */
const integrationReader =
  (name: SegmentName): Reader =>
  async ({ db, siteIds }) => {
    const found = await listPluginsOfFolders(db, siteIds, segmentOf(name).plugins ?? [], maxRows)
    const first = found[0]
    return {
      lines: found.map(({ site_id, name, version, active }) => ({ site_id, row: { name, version, active } })),
      totals: { detected: found.length },
      integration: first ? `${first.name} ${first.version}`.trim() : 'not detected',
    }
  }
