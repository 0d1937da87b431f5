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
import { card, duration, heading, pill, type Tone, table } from './parts.ts'
import type { ReportTexts } from './report-texts.ts'

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
  const { texts } = style
  if (cards.length === 0 && site.closedVulnerabilities.length === 0) return false
  return html`<div class="keep">${heading(texts.security)}<p>${describeVulnerabilities(site, report, style)}</p><div class="cards">${cards}</div></div>
${
  site.vulnerable.length > 0 && [
    heading(texts.knownVulnerabilities),
    table(
      [
        { title: texts.what },
        { title: texts.weakness },
        { title: texts.severity, class: 'nowrap' },
        { title: texts.fixedIn, class: 'right' },
      ],
      site.vulnerable.map(({ name, version, title, severity, fixed_in }) => [
        html`<b>${String(name)}</b> <span class="soft">${String(version)}</span>`,
        String(title),
        pill(severityTones[String(severity)] ?? 'none', texts.severities[String(severity)] ?? String(severity)),
        String(fixed_in ?? texts.notYet),
      ]),
      { max: 30, texts },
    ),
  ]
}
${closedVulnerabilities(site, style)}
${
  site.abandoned.length > 0 && [
    heading(texts.noLongerMaintained),
    table(
      [{ title: texts.what }, { title: texts.kind, class: 'nowrap' }, { title: texts.lastRelease, class: 'right' }],
      site.abandoned.map(({ name, version, type, last_updated }) => [
        html`<b>${String(name)}</b> <span class="soft">${String(version)}</span>`,
        texts.kinds[String(type)] ?? String(type),
        style.formatDay(String(last_updated)),
      ]),
      { max: 20, texts },
    ),
  ]
}`
}

/** What was done about known weaknesses, and how long it took since they became public. */
function closedVulnerabilities({ closedVulnerabilities: closed }: ReportSite, style: ReportStyle): Piece {
  if (closed.length === 0) return false
  const { texts } = style
  const minutesOf = ({ published_at, closed_at }: ReportSite['closedVulnerabilities'][number]) =>
    published_at && published_at <= closed_at ? (closed_at.getTime() - published_at.getTime()) / 60_000 : null
  const known = closed.map(minutesOf).filter((minutes) => minutes !== null)
  const longest = Math.max(0, ...known)
  const aside = known.length === closed.length ? texts.atTheLatest(describeTime(longest, texts)) : ''
  return [
    heading(texts.closedVulnerabilities, aside),
    table(
      [
        { title: texts.what },
        { title: texts.weakness },
        { title: texts.closed, class: 'nowrap' },
        { title: texts.afterPublication, class: 'right' },
      ],
      closed.map((each) => {
        const minutes = minutesOf(each)
        return [
          html`<b>${each.name}</b> <span class="soft">${each.version}${each.fixed_version === null ? `, ${texts.removed}` : ` → ${each.fixed_version}`}</span>`,
          each.title,
          style.formatMoment(each.closed_at),
          minutes === null ? '–' : describeTime(minutes, texts),
        ]
      }),
      { max: 30, texts },
    ),
  ]
}

/** Whole days from two days on. */
const describeTime = (minutes: number, texts: ReportTexts): string =>
  minutes >= 2 * 1_440 ? texts.days(Math.round(minutes / 1_440)) : duration(minutes, texts)

const severityTones: Record<string, Tone> = { critical: 'bad', high: 'bad', medium: 'fair', low: 'none' }

function certificateCard(row: ReportRow | undefined, report: WholeReport, style: ReportStyle): Markup | undefined {
  const mark = certificateMarks(style.texts)[String(row?.status)]
  if (!row || !mark) return undefined
  const detail = `${describeCertificate(row, style)}${asOf(row.checked_at, report.madeAt, style)}`
  return card(style.texts.certificate, detail, pill(...mark))
}

function domainCard(row: ReportRow | undefined, report: WholeReport, style: ReportStyle): Markup | undefined {
  const mark = domainMarks(style.texts)[String(row?.status)]
  if (!row || !mark) return undefined
  const detail = `${describeDomain(row, style)}${asOf(row.checked_at, report.madeAt, style)}`
  return card(style.texts.domain, detail, pill(...mark))
}

function softwareCards(
  { vulnerable, abandoned, website, pending }: ReportSite,
  report: WholeReport,
  style: ReportStyle,
): Markup[] {
  const { texts } = style
  // Without a sync nothing is known about the software.
  if (!website.last_sync) return []
  const readAt = asOf(website.last_sync, report.madeAt, style)
  const listedAt = report.vulnerabilitiesAsOf
  const [passed, total] = [Number(website.security_passed ?? 0), Number(website.security_total ?? 0)]
  const worst = vulnerable.some(({ severity }) => severity === 'critical' || severity === 'high') ? 'bad' : 'fair'
  const vulnerabilities = card(
    texts.knownVulnerabilities,
    `${texts.ofSoftware}${listedAt === null ? readAt : texts.asOf(style.formatDay(listedAt))}`,
    vulnerable.length === 0
      ? pill(listedAt === null ? 'good' : 'none', texts.none)
      : pill(worst, String(vulnerable.length)),
  )
  return [
    ...(report.vulnerabilitiesKnown ? [vulnerabilities] : []),
    card(
      texts.abandonedSoftware,
      abandoned.length === 0 ? `${texts.noAbandoned}${readAt}` : `${texts.abandoned(abandoned.length)}${readAt}`,
      abandoned.length === 0 ? pill('good', texts.none) : pill('fair', String(abandoned.length)),
    ),
    ...(total > 0
      ? [
          card(
            texts.hardening,
            `${texts.checksPassed(passed, total)}${readAt}`,
            passed === total ? pill('good', texts.allPassed) : pill('fair', texts.open(total - passed)),
          ),
        ]
      : []),
    card(
      texts.pendingUpdates,
      `${pending.length === 0 ? texts.noNewer : texts.notInstalledYet}${readAt}`,
      pending.length === 0 ? pill('good', texts.none) : pill('none', String(pending.length)),
    ),
  ]
}
