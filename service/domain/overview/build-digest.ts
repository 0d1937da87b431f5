import type { Context } from '../../operation/context.ts'
import { summarizeDomains } from '../domain-monitor/index.ts'
import { summarizeMonitoring } from '../monitors/index.ts'
import type { MailContent, MailTable } from '../notifications/index.ts'
import { formatDate, formatTimeOfDay } from '../settings/index.ts'
import { conditionRules, countConditions, readFleetNumbers } from '../sites/index.ts'
import { summarizeCertificates } from '../ssl-monitor/index.ts'
import { listTroubles } from './describe-fleet.ts'

type ReadContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings' | 'modules'>

/** The dashboard lists all of them. */
const maxRowsPerTable = 50

/** null when there is nothing to report. */
export async function buildDigest(context: ReadContext): Promise<MailContent | null> {
  const { db, clock, settings, actor } = context
  const numbers = await readFleetNumbers(db, actor.limits)
  const { stale } = await countConditions(db, actor.limits, conditionRules(context))
  const { monitored, checked, summary, ...monitoring } = await summarizeMonitoring(context)
  const { failed, lost, incidents } = await listTroubles(context, maxRowsPerTable)
  const certificates = context.modules.isActive('ssl-monitor')
    ? (await summarizeCertificates(context, maxRowsPerTable)).items
    : []
  const domains = context.modules.isActive('domain-monitor')
    ? (await summarizeDomains(context, maxRowsPerTable)).items
    : []
  const formatMoment = (time: string) =>
    `${formatDate(settings, new Date(time))}, ${formatTimeOfDay(settings, new Date(time))}`
  const updates: [string, number, number][] = [
    ['WordPress', numbers.core_updates, numbers.core_updates],
    ['Plugins', numbers.plugin_updates, numbers.plugin_sites],
    ['Themes', numbers.theme_updates, numbers.theme_sites],
    ['Translations', numbers.translation_updates, numbers.translation_sites],
  ]
  const tables: MailTable[] = [
    {
      title: 'Down',
      columns: ['Site', 'Since', 'Reason'],
      rows: incidents.items.map((each) => [nameOf(each), formatMoment(each.started_at), each.cause]),
    },
    {
      title: 'Not connected',
      columns: ['Site', 'Reason'],
      rows: lost.map((site) => [nameOf(site), site.message ?? '']),
    },
    {
      title: 'Not synced',
      columns: ['Site', 'Reason'],
      rows: failed.map((site) => [nameOf(site), site.message]),
    },
    {
      title: 'To be renewed',
      columns: ['What', 'Days left'],
      rows: [
        ...certificates.map((site) => [`Certificate of ${nameOf(site)}`, describeDaysLeft(site.days_left)]),
        ...domains.map(({ domain, days_left }) => [`Domain ${domain}`, describeDaysLeft(days_left)]),
      ],
    },
    {
      title: 'Updates',
      columns: ['What', 'Updates', 'Sites'],
      rows: updates.filter(([, count]) => count > 0).map(([what, ...counts]) => [what, ...counts.map(String)]),
    },
  ].filter(({ rows }) => rows.length > 0)
  const unsynced = describeUnsynced(numbers.never_synced, stale)
  // Without these sentences, sites that were not read or checked would count as fine.
  if (tables.length === 0 && unsynced.length === 0 && (monitored === 0 || checked === monitored)) return null
  const sites = numbers.connected + numbers.disconnected + numbers.suspended
  const now = clock.now()
  const when = `${formatDate(settings, now)}, ${formatTimeOfDay(settings, now)}`
  // Without a table of sites that are down, the reader takes them for up.
  const isCovered = monitored === monitoring.sites && checked === monitored
  const paragraphs = [
    `This is what your ${sites === 1 ? 'site needs' : `${sites} sites need`} on ${when}.`,
    ...unsynced,
    ...(isCovered ? [] : [summary]),
  ]
  return { paragraphs, tables }
}

/** What the updates and problems below do not cover. */
function describeUnsynced(never: number, stale: number): string[] {
  const count = (sites: number) => (sites === 1 ? '1 site was' : `${sites.toLocaleString('en')} sites were`)
  return [
    ...(never > 0 ? [`${count(never)} never synced, so no updates are known there.`] : []),
    ...(stale > 0 ? [`${count(stale)} not synced for longer than planned, so the numbers may be out of date.`] : []),
  ]
}

const nameOf = ({ site_name, site_url }: { site_name: string; site_url: string }) => site_name || site_url

/** `12`, `today`, `ended 4 days ago`. */
function describeDaysLeft(days: number): string {
  if (days === 0) return 'today'
  return days > 0 ? String(days) : `ended ${days === -1 ? '1 day' : `${-days} days`} ago`
}
