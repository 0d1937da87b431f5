import { addDays } from '../../../platform/calendar.ts'
import type { SectionName } from '../branding.ts'
import { fillPlaceholders } from '../branding.ts'
import type { ReportStyle } from '../report-style.ts'
import { computeTotals, type ReportSite, updatesOf, type WholeReport, wasRead } from '../whole-report.ts'
import { html, Markup, type Piece, paragraphs } from './markup.ts'
import { monitoredPart } from './monitored-part.ts'
import { duration, hours, percent, pill, table, tile } from './parts.ts'
import type { ReportTexts } from './report-texts.ts'
import { siteSections } from './site-sections.ts'
import { styleSheet } from './styles.ts'

/** Cover, summary, a part for each site and the closing text. The page loads nothing except the logo. */
export function renderReport(report: WholeReport, style: ReportStyle): string {
  const { branding } = style
  const { sections } = branding
  const { period } = reportPlaceholders(report, style)
  const onlySite = report.sites.length === 1 ? report.sites[0] : undefined
  return renderDocument(
    branding.title,
    `${report.subject} · ${period}`,
    style,
    html`${renderCover({ subject: report.subject, address: onlySite ? nameOnlySite(onlySite, report.subject) : '', period: period, facts: coverFacts(report, style) }, style)}
<main class="sheet">
${sections.includes('overview') && summary(report, style)}
${report.sites.map((site) => sitePart(site, report, style))}
${closing(report, style)}
</main>`,
  )
}

/** The page contains no scripts and no foreign content, and its policy forbids both. */
export function renderDocument(title: string, running: string, style: ReportStyle, contents: Markup): string {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; base-uri 'none'; form-action 'none'"
  return html`<!doctype html>
<html lang="${style.language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}: ${running}</title>
<style>${new Markup(styleSheet(style.branding, running))}</style></head>
<body>
${contents}
</body></html>
`.text
}

export function reportPlaceholders(
  { subject, period }: Pick<WholeReport, 'subject' | 'period'>,
  { branding, formatDay, texts }: ReportStyle,
) {
  return {
    client: subject,
    company: branding.company_name,
    period: period.days === 1 ? formatDay(period.start_date) : formatPeriod(period, formatDay, texts),
  }
}

/** A whole month is shown by its name. */
function formatPeriod(
  { start_date, end_date }: WholeReport['period'],
  formatDay: ReportStyle['formatDay'],
  texts: ReportTexts,
): string {
  const isMonth =
    start_date.endsWith('-01') &&
    start_date.slice(0, 7) === end_date.slice(0, 7) &&
    addDays(end_date, 1).endsWith('-01')
  if (!isMonth) return `${formatDay(start_date)} – ${formatDay(end_date)}`
  return texts.month(new Date(`${start_date}T00:00:00Z`))
}

interface Cover {
  subject: string
  address?: string
  period: string
  facts?: Piece
}

export function renderCover({ subject, address = '', period, facts }: Cover, { branding, logo }: ReportStyle): Markup {
  const { company_name, company_website, company_email, company_phone, title } = branding
  const foot = [company_name, company_website.replace(/^https?:\/\/|\/$/g, ''), company_email, company_phone]
  return html`<header class="cover">
${logo === null ? html`<div class="maker">${company_name}</div>` : html`<div class="logo"><img src="${logo}" alt="${company_name}"></div>`}
<div class="middle"><div class="kicker">${period}</div><h1>${title}</h1><div class="subject">${subject}</div>${address !== '' && html`<div class="address">${address}</div>`}</div>
${facts}
<div class="foot">${foot.filter((text) => text !== '').map((text) => html`<span>${text}</span>`)}</div>
</header>`
}

function coverFacts(report: WholeReport, { texts }: ReportStyle): Markup {
  const { uptime, updates, backups, sites } = computeTotals(report)
  const facts: [Piece, string][] = []
  if (sites > 1) facts.push([sites, texts.websites])
  if (uptime !== null)
    facts.push([
      `${percent(uptime, texts)} %`,
      monitoredPart(report, texts) === null ? texts.available : texts.availableWhileMonitored,
    ])
  if (updates > 0) facts.push([updates, texts.updatesLabel(updates)])
  if (backups > 0) facts.push([backups, texts.backupsLabel(backups)])
  return html`<div class="facts">${facts.map(([number, label]) => html`<div><b>${number}</b>${label}</div>`)}</div>`
}

/** The main figures; those that are not known are left out. */
function summaryTiles(report: WholeReport, style: ReportStyle): Markup[] {
  const { texts } = style
  const facts = computeTotals(report)
  const tiles: Markup[] = []
  if (facts.uptime !== null) {
    const part = monitoredPart(report, texts)
    const checks = facts.checks > 0 ? texts.checks(facts.checks) : ''
    const none = part === null ? texts.noneInPeriod : texts.noneWhileMonitored
    const downtime = facts.incidents === 0 ? none : duration(facts.downtime_minutes ?? 0, texts)
    tiles.push(tile(texts.availability, html`${percent(facts.uptime, texts)}<small> %</small>`, part ?? checks))
    tiles.push(tile(texts.interruptions, facts.incidents ?? 0, downtime))
  }
  if (facts.updates > 0 || report.sites.some(wasRead)) {
    const parts = texts.updateKinds(facts.plugin_updates, facts.theme_updates, facts.wordpress_updates)
    tiles.push(tile(texts.updates, facts.updates, facts.updates === 0 ? texts.noneInPeriod : parts))
  }
  if (facts.response_avg_ms !== null) {
    tiles.push(tile(texts.responseTime, html`${facts.response_avg_ms}<small> ms</small>`, texts.onAverage))
  }
  if (facts.backups > 0) tiles.push(tile(texts.backups, facts.backups, texts.madeInPeriod))
  if (facts.hours > 0) tiles.push(tile(texts.workForYou, hours(facts.hours), texts.recorded))
  else if (facts.vulnerabilities !== null) {
    const note = style.branding.sections.includes('security') ? texts.seeSecurity : texts.known
    const asOf = report.vulnerabilitiesAsOf
    const none = asOf === null ? texts.noneKnown : texts.noneKnownOn(style.formatDay(asOf))
    tiles.push(tile(texts.vulnerabilities, facts.vulnerabilities, facts.vulnerabilities === 0 ? none : note))
  }
  return tiles
}

/** A report about a view or a client has another name than its only site. */
const nameOnlySite = ({ name, url }: ReportSite, subject: string) =>
  name === subject ? bareUrl(url) : `${name} · ${bareUrl(url)}`

function summary(report: WholeReport, style: ReportStyle): Markup {
  const { texts } = style
  const several = report.sites.length > 1
  const tiles = summaryTiles(report, style)
  return html`<section>${several ? html`<h2>${texts.summary}</h2>` : headOf(texts.summary, report.sites[0]?.name === report.subject ? '' : (report.sites[0]?.name ?? ''), report.sites[0])}
<div class="lead">${paragraphs(fillPlaceholders(style.branding.introduction, reportPlaceholders(report, style)))}</div>
${tiles.length > 0 ? html`<div class="tiles">${tiles}</div>` : html`<p class="soft">${texts.noFigures}</p>`}
${several && glance(report, texts)}
${report.leftOut > 0 && html`<p class="more">${texts.leftOut(report.leftOut)}</p>`}
</section>`
}

/** Figures that are not known of any site have no column. */
function glance(report: WholeReport, texts: ReportTexts): Piece {
  const { sites, vulnerabilitiesKnown, vulnerabilitiesAsOf } = report
  const none = vulnerabilitiesAsOf === null ? 'good' : 'none'
  const marked = (count: number) => (count === 0 ? pill(none, texts.none) : pill('bad', String(count)))
  const right = 'right' as const
  const columns: {
    title: string
    class?: typeof right
    isKnown: (site: ReportSite) => boolean
    cell: (site: ReportSite) => Piece
  }[] = [
    {
      title: texts.website,
      isKnown: () => true,
      cell: ({ name, url }) => html`<b>${name}</b><br><span class="soft">${bareUrl(url)}</span>`,
    },
    {
      title: texts.availability,
      class: right,
      isKnown: isMonitored,
      cell: (site) => availability(site, report, texts),
    },
    { title: texts.interruptions, class: right, isKnown: isMonitored, cell: ({ uptime }) => String(uptime.incidents) },
    { title: texts.updates, class: right, isKnown: (site) => updatesOf(site) > 0 || wasRead(site), cell: updatesOf },
    {
      title: texts.vulnerabilities,
      class: right,
      isKnown: (site) => vulnerabilitiesKnown && wasRead(site),
      cell: ({ vulnerable }) => marked(vulnerable.length),
    },
  ]
  const shown = columns.filter(({ isKnown }) => sites.some(isKnown))
  return [
    html`<h3>${texts.allWebsites}</h3>`,
    table(
      shown,
      sites.map((site) => shown.map(({ isKnown, cell }) => (isKnown(site) ? cell(site) : '–'))),
      { max: 200, texts },
    ),
  ]
}

const isMonitored = ({ uptime }: ReportSite): boolean => uptime.ratio !== null

/** `100 %`, with the monitored time below if that is only a part of the period. */
function availability({ uptime }: ReportSite, report: WholeReport, texts: ReportTexts): Piece {
  const part = monitoredPart({ ...report, sites: [], uptime }, texts)
  return html`${percent(uptime.ratio, texts)} %${part !== null && html`<br><span class="soft">${part}</span>`}`
}

const bareUrl = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

function headOf(title: string, below: string, site: ReportSite | undefined): Markup {
  const { wordpress, php } = site?.website ?? {}
  const facts = [wordpress && `WordPress ${wordpress}`, php && `PHP ${php}`].filter(Boolean).join(' · ')
  return html`<div class="site-head"><div><h2>${title}</h2><div class="url">${below}</div></div><div class="facts">${facts}</div></div>`
}

function sitePart(site: ReportSite, report: WholeReport, style: ReportStyle): Markup {
  const parts = style.branding.sections
    .filter((name): name is Exclude<SectionName, 'overview'> => name !== 'overview')
    .map((name) => siteSections[name](site, report.period, style, report))
  // A single site follows directly after the summary.
  const head = headOf(site.name, bareUrl(site.url), site)
  const [hasSummary, isOnlySite] = [style.branding.sections.includes('overview'), report.sites.length === 1]
  return html`<section class="site${hasSummary && !isOnlySite && ' break'}">${(!isOnlySite || !hasSummary) && head}
${parts.map((part) => part && html`<section>${part}</section>`)}
</section>`
}

function closing(report: WholeReport, style: ReportStyle): Markup {
  const { closing: text, company_name, company_email, company_website, footer } = style.branding
  const contact = [company_name, company_email, bareUrl(company_website)].filter((each) => each !== '')
  return html`<section class="closing">${paragraphs(fillPlaceholders(text, reportPlaceholders(report, style)))}${contact.length > 0 && html`<p class="contact">${contact.join(' · ')}</p>`}</section>
<div class="footer">${footer || style.texts.footer(style.formatDay(report.madeAt), style.zone)}</div>`
}
