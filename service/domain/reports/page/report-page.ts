import { addDays } from '../../../platform/calendar.ts'
import type { SectionName } from '../branding.ts'
import { fillPlaceholders } from '../branding.ts'
import type { ReportStyle } from '../report-style.ts'
import { computeTotals, type ReportSite, updatesOf, type WholeReport } from '../whole-report.ts'
import { html, Markup, type Piece, paragraphs } from './markup.ts'
import { duration, hours, percent, pill, plural, table, tile } from './parts.ts'
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
    html`${renderCover({ subject: report.subject, address: onlySite ? bareUrl(onlySite.url) : '', period: period, facts: coverFacts(report) }, style)}
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
<html lang="en"><head><meta charset="utf-8">
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
  { branding, formatDay }: ReportStyle,
) {
  return {
    client: subject,
    company: branding.company_name,
    period: period.days === 1 ? formatDay(period.start_date) : formatPeriod(period, formatDay),
  }
}

/** A whole month is shown by its name. */
function formatPeriod({ start_date, end_date }: WholeReport['period'], formatDay: ReportStyle['formatDay']): string {
  const isMonth =
    start_date.endsWith('-01') &&
    start_date.slice(0, 7) === end_date.slice(0, 7) &&
    addDays(end_date, 1).endsWith('-01')
  if (!isMonth) return `${formatDay(start_date)} – ${formatDay(end_date)}`
  const month = new Date(`${start_date}T00:00:00Z`)
  return month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
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

function coverFacts(report: WholeReport): Markup {
  const { uptime, updates, backups, sites } = computeTotals(report)
  const facts: [Piece, string][] = []
  if (sites > 1) facts.push([sites, 'websites'])
  if (uptime !== null) facts.push([`${percent(uptime)} %`, 'available'])
  facts.push([updates, updates === 1 ? 'update' : 'updates'])
  if (backups > 0) facts.push([backups, backups === 1 ? 'backup' : 'backups'])
  return html`<div class="facts">${facts.map(([number, label]) => html`<div><b>${number}</b>${label}</div>`)}</div>`
}

function summary(report: WholeReport, style: ReportStyle): Markup {
  const facts = computeTotals(report)
  const several = facts.sites > 1
  const tiles = [
    tile(
      'Availability',
      facts.uptime === null ? '–' : html`${percent(facts.uptime)}<small> %</small>`,
      facts.uptime === null ? 'not monitored' : `${facts.checks.toLocaleString('en')} checks`,
    ),
    tile(
      'Updates',
      facts.updates,
      `${plural(facts.plugin_updates, 'plugin')}, ${plural(facts.theme_updates, 'theme')}, ${facts.wordpress_updates}\u00a0×\u00a0WordPress`,
    ),
    tile(
      'Interruptions',
      facts.incidents,
      facts.incidents === 0 ? 'none in this period' : duration(facts.downtime_minutes),
    ),
    tile(
      'Response time',
      facts.response_avg_ms === null ? '–' : html`${facts.response_avg_ms}<small> ms</small>`,
      'on average',
    ),
    tile('Backups', facts.backups, facts.backups === 0 ? 'none reported' : 'made in this period'),
    facts.hours > 0
      ? tile('Work for you', hours(facts.hours), 'written down')
      : tile('Vulnerabilities', facts.vulnerabilities, facts.vulnerabilities === 0 ? 'none known' : 'see Security'),
  ]
  return html`<section>${several ? html`<h2>Summary</h2>` : headOf('Summary', '', report.sites[0])}
<div class="lead">${paragraphs(fillPlaceholders(style.branding.introduction, reportPlaceholders(report, style)))}</div>
<div class="tiles">${tiles}</div>
${several && glance(report)}
${report.leftOut > 0 && html`<p class="more">${plural(report.leftOut, 'further website')} not shown here; ask us for a separate report.</p>`}
</section>`
}

function glance({ sites, vulnerabilitiesKnown }: WholeReport): Piece {
  const marked = (count: number) => (count === 0 ? pill('good', 'None') : pill('bad', String(count)))
  return [
    html`<h3>All websites at a glance</h3>`,
    table(
      [
        { title: 'Website' },
        { title: 'Availability', class: 'right' },
        { title: 'Interruptions', class: 'right' },
        { title: 'Updates', class: 'right' },
        { title: 'Vulnerabilities', class: 'right' },
      ],
      sites.map((site) => [
        html`<b>${site.name}</b><br><span class="soft">${bareUrl(site.url)}</span>`,
        site.uptime.ratio === null ? '–' : `${percent(site.uptime.ratio)} %`,
        String(site.uptime.incidents),
        updatesOf(site),
        vulnerabilitiesKnown ? marked(site.vulnerable.length) : '–',
      ]),
      { max: 200 },
    ),
  ]
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
<div class="footer">${footer || `Made on ${style.formatDay(report.madeAt)}`}</div>`
}
