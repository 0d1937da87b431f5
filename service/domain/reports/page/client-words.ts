import { dayMs } from '../../../platform/calendar.ts'
import type { ReportRow } from '../report.ts'
import type { ReportStyle } from '../report-style.ts'
import { type ReportSite, type WholeReport, wasRead } from '../whole-report.ts'
import { plural, type Tone } from './parts.ts'

// Texts for clients: states that are not known have no text, and what to do about a problem is for the agency only.

const causes: Record<string, string> = {
  status: 'The website answered with an error',
  keyword: 'The website did not show its usual content',
  timeout: 'The website did not answer in time',
}

/** Why a website was not available, without technical details and instructions. */
export function describeCause(code: string): string {
  if (code.startsWith('tls')) return 'The encrypted connection failed'
  if (code.includes('timeout')) return 'The website did not answer in time'
  return causes[code] ?? 'The website could not be reached'
}

/** Missing: nothing is known, so the certificate is left out. */
export const certificateMarks: Record<string, [Tone, string]> = {
  valid: ['good', 'Valid'],
  expiring: ['fair', 'Expires soon'],
  expired: ['bad', 'Expired'],
  invalid: ['bad', 'Not trusted'],
  'plain-http': ['bad', 'Not encrypted'],
}

/** Missing: nothing is known, so the domain is left out. */
export const domainMarks: Record<string, [Tone, string]> = {
  active: ['good', 'Registered'],
  expiring: ['fair', 'Expires soon'],
  expired: ['bad', 'Expired'],
}

export function describeCertificate(row: ReportRow, { formatDay }: Pick<ReportStyle, 'formatDay'>): string {
  const issuer = row.issuer ? ` · ${String(row.issuer)}` : ''
  if (row.status === 'plain-http') return 'The website is served without encryption'
  if (row.status === 'invalid') return 'Browsers do not trust the certificate'
  const until = formatDay(String(row.valid_to))
  return row.status === 'expired' ? `Was valid until ${until}` : `Valid until ${until}${issuer}`
}

export function describeDomain(row: ReportRow, { formatDay }: Pick<ReportStyle, 'formatDay'>): string {
  const name = String(row.domain ?? '')
  if (!row.expires) return name
  return `${name} · ${row.status === 'expired' ? 'was registered' : 'registered'} until ${formatDay(String(row.expires))}`
}

/** Says how many updates were checked, and only of those that the website worked afterwards. Empty: of none. */
export function describeUpdateChecks(checked: number, total: number): string {
  if (checked === 0) return ''
  if (checked < total)
    return `After ${checked} of these ${total} updates the website was checked automatically, and it worked.`
  return total === 1
    ? 'After this update the website was checked automatically, and it worked.'
    : 'After each of these updates the website was checked automatically, and it worked.'
}

/** Updates that did not stay. Empty: there were none. */
export function describeUndone(
  { updateChecks: { undone, undone_total: total } }: ReportSite,
  { formatDay }: Pick<ReportStyle, 'formatDay'>,
): string {
  if (total === 0) return ''
  const listed = undone.map(({ name, version, at }) => `${name} ${version} (${formatDay(at)})`)
  const more = total > listed.length ? ` and ${total - listed.length} more` : ''
  const sentence = `${plural(total, 'update was', 'updates were')} undone, and the version from before was restored`
  return `${sentence}: ${listed.join(', ')}${more}.`
}

/** Data that is older than this is shown with its day. */
const currentDays = 7

/** `, as of October 2, 2026`, or nothing for current data. */
export function asOf(seenAt: unknown, madeAt: Date, { formatDay }: Pick<ReportStyle, 'formatDay'>): string {
  if (typeof seenAt !== 'string') return ''
  return madeAt.getTime() - Date.parse(seenAt) > currentDays * dayMs ? `, as of ${formatDay(seenAt)}` : ''
}

/**
 * One sentence on known vulnerabilities. It claims that there are none only if the site was read and a source is current; with an old
 * list it says of which day.
 */
export function describeVulnerabilities(
  site: ReportSite,
  { vulnerabilitiesKnown, vulnerabilitiesAsOf: listedAt, madeAt }: WholeReport,
  style: Pick<ReportStyle, 'formatDay'>,
): string {
  const { vulnerable, closedVulnerabilities: closed } = site
  const isKnown = vulnerabilitiesKnown && wasRead(site)
  const fixed = closed.length > 0 ? ` ${plural(closed.length, 'was', 'were')} closed in this period.` : ''
  if (!isKnown) return `This report does not say whether the installed software has known weaknesses.${fixed}`
  const later = listedAt === null ? '' : ` Those published after ${style.formatDay(listedAt)} are not included.`
  const readAt = asOf(site.website.last_sync, madeAt, style)
  if (vulnerable.length === 0) return `No vulnerability of the installed software is known${readAt}.${later}${fixed}`
  const waiting = vulnerable.filter(({ fixed_in }) => fixed_in === null || fixed_in === undefined).length
  const known = plural(vulnerable.length, 'known vulnerability is', 'known vulnerabilities are')
  const who = vulnerable.length === 1 ? 'It has' : `${waiting} of them ${waiting === 1 ? 'has' : 'have'}`
  const unfixable = waiting > 0 ? ` ${who} no fixed version yet.` : ''
  return `${known} not fixed yet${readAt}.${unfixable}${later}${fixed}`
}
