import type { ReportPeriod } from '../period.ts'
import type { ReportRow } from '../report.ts'
import type { ReportStyle } from '../report-style.ts'
import type { ReportSite, WholeReport } from '../whole-report.ts'
import {
  asOf,
  certificateMarks,
  describeCertificate,
  describeDomain,
  describeVulnerabilities,
  domainMarks,
} from './client-words.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { card, duration, heading, pill, plural, type Tone, table } from './parts.ts'

/** Certificate, domain, known vulnerabilities, abandoned software and the security checks of the site. */
export function securitySection(
  site: ReportSite,
  _period: ReportPeriod,
  style: ReportStyle,
  report: WholeReport,
): Markup | false {
  const cards = [
    certificateCard(site.certificate, report, style),
    domainCard(site.domain, report, style),
    ...softwareCards(site, report, style),
  ].filter((each) => each !== undefined)
  if (cards.length === 0 && site.closedVulnerabilities.length === 0) return false
  return html`<div class="keep">${heading('Security')}<p>${describeVulnerabilities(site, report, style)}</p><div class="cards">${cards}</div></div>
${
  site.vulnerable.length > 0 && [
    heading('Known vulnerabilities'),
    table(
      [
        { title: 'What' },
        { title: 'Weakness' },
        { title: 'Severity', class: 'nowrap' },
        { title: 'Fixed in', class: 'right' },
      ],
      site.vulnerable.map(({ name, version, title, severity, fixed_in }) => [
        html`<b>${String(name)}</b> <span class="soft">${String(version)}</span>`,
        String(title),
        pill(severityTones[String(severity)] ?? 'none', capital(String(severity))),
        String(fixed_in ?? 'not yet'),
      ]),
      { max: 30 },
    ),
  ]
}
${closedVulnerabilities(site, style)}
${
  site.abandoned.length > 0 && [
    heading('No longer maintained'),
    table(
      [{ title: 'What' }, { title: 'Kind', class: 'nowrap' }, { title: 'Last release', class: 'right' }],
      site.abandoned.map(({ name, version, type, last_updated }) => [
        html`<b>${String(name)}</b> <span class="soft">${String(version)}</span>`,
        capital(String(type)),
        style.formatDay(String(last_updated)),
      ]),
      { max: 20 },
    ),
  ]
}`
}

/** What was done about known weaknesses, and how long it took since they became public. */
function closedVulnerabilities({ closedVulnerabilities: closed }: ReportSite, style: ReportStyle): Piece {
  if (closed.length === 0) return false
  const minutesOf = ({ published_at, closed_at }: ReportSite['closedVulnerabilities'][number]) =>
    published_at && published_at <= closed_at ? (closed_at.getTime() - published_at.getTime()) / 60_000 : null
  const known = closed.map(minutesOf).filter((minutes) => minutes !== null)
  const longest = Math.max(0, ...known)
  const aside = known.length === closed.length ? `at the latest ${describeTime(longest)} after publication` : ''
  return [
    heading('Vulnerabilities closed in this period', aside),
    table(
      [
        { title: 'What' },
        { title: 'Weakness' },
        { title: 'Closed', class: 'nowrap' },
        { title: 'After publication', class: 'right' },
      ],
      closed.map((each) => {
        const minutes = minutesOf(each)
        return [
          html`<b>${each.name}</b> <span class="soft">${each.version}${each.fixed_version === null ? ', removed' : ` → ${each.fixed_version}`}</span>`,
          each.title,
          style.formatMoment(each.closed_at),
          minutes === null ? '–' : describeTime(minutes),
        ]
      }),
      { max: 30 },
    ),
  ]
}

/** Whole days from two days on. */
const describeTime = (minutes: number): string =>
  minutes >= 2 * 1_440 ? plural(Math.round(minutes / 1_440), 'day') : duration(minutes)

const severityTones: Record<string, Tone> = { critical: 'bad', high: 'bad', medium: 'fair', low: 'none' }

function certificateCard(row: ReportRow | undefined, report: WholeReport, style: ReportStyle): Markup | undefined {
  const mark = certificateMarks[String(row?.status)]
  if (!row || !mark) return undefined
  const detail = `${describeCertificate(row, style)}${asOf(row.checked_at, report.madeAt, style)}`
  return card('Encryption (SSL certificate)', detail, pill(...mark))
}

function domainCard(row: ReportRow | undefined, report: WholeReport, style: ReportStyle): Markup | undefined {
  const mark = domainMarks[String(row?.status)]
  if (!row || !mark) return undefined
  const detail = `${describeDomain(row, style)}${asOf(row.checked_at, report.madeAt, style)}`
  return card('Domain', detail, pill(...mark))
}

function softwareCards(
  { vulnerable, abandoned, website, pending }: ReportSite,
  report: WholeReport,
  style: ReportStyle,
): Markup[] {
  // Without a sync nothing is known about the software.
  if (!website.last_sync) return []
  const readAt = asOf(website.last_sync, report.madeAt, style)
  const listedAt = report.vulnerabilitiesAsOf
  const [passed, total] = [Number(website.security_passed ?? 0), Number(website.security_total ?? 0)]
  const worst = vulnerable.some(({ severity }) => severity === 'critical' || severity === 'high') ? 'bad' : 'fair'
  const vulnerabilities = card(
    'Known vulnerabilities',
    `of WordPress, plugins and themes${listedAt === null ? readAt : `, as of ${style.formatDay(listedAt)}`}`,
    vulnerable.length === 0
      ? pill(listedAt === null ? 'good' : 'none', 'None')
      : pill(worst, String(vulnerable.length)),
  )
  return [
    ...(report.vulnerabilitiesKnown ? [vulnerabilities] : []),
    card(
      'Abandoned software',
      abandoned.length === 0
        ? `No abandoned plugins or themes known${readAt}`
        : `${plural(abandoned.length, 'item')} without a release for two years${readAt}`,
      abandoned.length === 0 ? pill('good', 'None') : pill('fair', String(abandoned.length)),
    ),
    ...(total > 0
      ? [
          card(
            'Hardening',
            `${passed} of ${total} checks passed${readAt}`,
            passed === total ? pill('good', 'All passed') : pill('fair', `${total - passed} open`),
          ),
        ]
      : []),
    card(
      'Pending updates',
      pending.length === 0 ? `No newer versions available${readAt}` : `Available, not installed yet${readAt}`,
      pending.length === 0 ? pill('good', 'None') : pill('none', String(pending.length)),
    ),
  ]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
