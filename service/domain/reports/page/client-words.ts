import { dayMs } from '../../../platform/calendar.ts'
import type { ReportRow } from '../report.ts'
import type { ReportStyle } from '../report-style.ts'
import { type ReportSite, type WholeReport, wasRead } from '../whole-report.ts'
import type { Tone } from './parts.ts'
import type { ReportTexts } from './report-texts.ts'

// Texts for clients: states that are not known have no text, and what to do about a problem is for the agency only.

/** Why a website was not available, without technical details and instructions. */
export function describeCause(code: string, { causes }: ReportTexts): string {
  if (code.startsWith('tls')) return causes.tls
  if (code.includes('timeout')) return causes.timeout
  return code === 'status' || code === 'keyword' ? causes[code] : causes.other
}

/** Missing: nothing is known, so the certificate is left out. */
export const certificateMarks = ({ certificates }: ReportTexts): Record<string, [Tone, string]> => ({
  valid: ['good', certificates.valid],
  expiring: ['fair', certificates.expiring],
  expired: ['bad', certificates.expired],
  invalid: ['bad', certificates.invalid],
  'plain-http': ['bad', certificates.plain],
})

/** Missing: nothing is known, so the domain is left out. */
export const domainMarks = ({ domains }: ReportTexts): Record<string, [Tone, string]> => ({
  active: ['good', domains.active],
  expiring: ['fair', domains.expiring],
  expired: ['bad', domains.expired],
})

type Style = Pick<ReportStyle, 'formatDay' | 'texts'>

export function describeCertificate(row: ReportRow, { formatDay, texts }: Style): string {
  const issuer = row.issuer ? ` · ${String(row.issuer)}` : ''
  if (row.status === 'plain-http') return texts.withoutEncryption
  if (row.status === 'invalid') return texts.notTrusted
  const until = formatDay(String(row.valid_to))
  return row.status === 'expired' ? texts.wasValidUntil(until) : `${texts.validUntil(until)}${issuer}`
}

export function describeDomain(row: ReportRow, { formatDay, texts }: Style): string {
  const name = String(row.domain ?? '')
  if (!row.expires) return name
  const until = formatDay(String(row.expires))
  return `${name} · ${row.status === 'expired' ? texts.wasRegisteredUntil(until) : texts.registeredUntil(until)}`
}

/** Updates that did not stay. Empty: there were none. */
export function describeUndone(
  { updateChecks: { undone, undone_total: total } }: ReportSite,
  { formatDay, texts }: Style,
): string {
  if (total === 0) return ''
  const listed = undone.map(({ name, version, at }) => `${name} ${version} (${formatDay(at)})`)
  return texts.undoneUpdates(total, listed.join(', '), total - listed.length)
}

/** Data that is older than this is shown with its day. */
const currentDays = 7

/** `, as of October 2, 2026`, or nothing for current data. */
export function asOf(seenAt: unknown, madeAt: Date, { formatDay, texts }: Style): string {
  if (typeof seenAt !== 'string') return ''
  return madeAt.getTime() - Date.parse(seenAt) > currentDays * dayMs ? texts.asOf(formatDay(seenAt)) : ''
}

/**
 * One sentence on known vulnerabilities. It claims that there are none only if the site was read and a source is current; with an old
 * list it says of which day.
 */
export function describeVulnerabilities(
  site: ReportSite,
  { vulnerabilitiesKnown, vulnerabilitiesAsOf: listedAt, madeAt }: WholeReport,
  style: Style,
): string {
  const { texts, formatDay } = style
  const { vulnerable, closedVulnerabilities: closed } = site
  const isKnown = vulnerabilitiesKnown && wasRead(site)
  const fixed = closed.length > 0 ? [texts.closedCount(closed.length)] : []
  if (!isKnown) return [texts.weaknessesUnknown, ...fixed].join(' ')
  const later = listedAt === null ? [] : [texts.notIncluded(formatDay(listedAt))]
  const readAt = asOf(site.website.last_sync, madeAt, style)
  if (vulnerable.length === 0) return [texts.noWeakness(readAt), ...later, ...fixed].join(' ')
  const waiting = vulnerable.filter(({ fixed_in }) => fixed_in === null || fixed_in === undefined).length
  const unfixable = waiting > 0 ? [texts.withoutFix(waiting, vulnerable.length)] : []
  return [texts.weaknesses(vulnerable.length, readAt), ...unfixable, ...later, ...fixed].join(' ')
}
