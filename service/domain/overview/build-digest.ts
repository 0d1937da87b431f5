import type { Context } from '../../operation/context.ts'
import { summarizeDomains } from '../domain-monitor/index.ts'
import { summarizeMonitoring } from '../monitors/index.ts'
import type { MailContent, MailTable } from '../notifications/index.ts'
import { formatDate, formatTimeOfDay } from '../settings/index.ts'
import { readFleetNumbers } from '../sites/index.ts'
import { summarizeCertificates } from '../ssl-monitor/index.ts'
import { listTroubles } from './describe-fleet.ts'

type ReadContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings' | 'modules'>

/** The dashboard lists all of them. */
const maxRowsPerTable = 50

/** null when there is nothing to report. */
export async function buildDigest(context: ReadContext): Promise<MailContent | null> {
  const { db, clock, settings, actor } = context
  const numbers = await readFleetNumbers(db, actor.limits)
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
      rows: incidents.items.map((each) => [each.site_url, formatMoment(each.started_at), each.cause]),
    },
    {
      title: 'Not connected',
      columns: ['Site', 'Reason'],
      rows: lost.map(({ site_url, message }) => [site_url, message ?? '']),
    },
    {
      title: 'Not synced',
      columns: ['Site', 'Reason'],
      rows: failed.map(({ site_url, message }) => [site_url, message]),
    },
    {
      title: 'To be renewed',
      columns: ['What', 'Days left'],
      rows: [
        ...certificates.map(({ site_url, days_left }) => [`Certificate of ${site_url}`, describeDaysLeft(days_left)]),
        ...domains.map(({ domain, days_left }) => [`Domain ${domain}`, describeDaysLeft(days_left)]),
      ],
    },
    {
      title: 'Updates',
      columns: ['What', 'Updates', 'Sites'],
      rows: updates.filter(([, count]) => count > 0).map(([what, ...counts]) => [what, ...counts.map(String)]),
    },
  ].filter(({ rows }) => rows.length > 0)
  if (tables.length === 0) return null
  const sites = numbers.connected + numbers.disconnected + numbers.suspended
  const now = clock.now()
  const when = `${formatDate(settings, now)}, ${formatTimeOfDay(settings, now)}`
  const { monitored, checked, summary, ...monitoring } = await summarizeMonitoring(context)
  // Without a table of sites that are down, the reader takes them for up.
  const isCovered = monitored === monitoring.sites && checked === monitored
  const paragraphs = [`This is what your ${sites} sites need on ${when}.`, ...(isCovered ? [] : [summary])]
  return { paragraphs, tables }
}

/** `12`, `today`, `ended 4 days ago`. */
function describeDaysLeft(days: number): string {
  if (days === 0) return 'today'
  return days > 0 ? String(days) : `ended ${days === -1 ? '1 day' : `${-days} days`} ago`
}
