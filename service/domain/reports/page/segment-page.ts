import type { ReportPeriod } from '../period.ts'
import type { ReportRow, SegmentReport } from '../report.ts'
import type { ReportStyle } from '../report-style.ts'
import { certificateMarks, describeCause, domainMarks } from './client-words.ts'
import { html, type Piece } from './markup.ts'
import { heading, plural, type Tone, table, tile } from './parts.ts'
import { renderCover, renderDocument, reportPlaceholders } from './report-page.ts'

const maxRowsShown = 1_000

/** One segment, in the style of a whole report. */
export function renderSegment(
  report: SegmentReport,
  { title, columns: all, period }: { title: string; columns: readonly string[]; period: ReportPeriod },
  style: ReportStyle,
): string {
  const columns = all.filter(
    (column) => !notForClients.includes(column) && !(column === 'status' && report.segment === 'website'),
  )
  const placeholders = reportPlaceholders({ subject: report.site.name, period }, style)
  const known = report.rows.filter((row) => isKnown(row, report.segment))
  const rows = known.map((row) => columns.map((column) => cell(row, column, style)))
  // Totals of nothing are no information, and those of statuses are for the agency.
  const hasTiles = rows.length > 0 && !(report.segment in statusMarks)
  const tiles = Object.entries(hasTiles ? report.totals : {})
    .flatMap(([name, value]) => (typeof value === 'number' ? tile(toTitle(name), value.toLocaleString('en')) : []))
    .slice(0, 9)
  return renderDocument(
    title,
    `${report.site.name} · ${placeholders.period}`,
    style,
    html`${renderCover({ subject: report.site.name, address: title, period: placeholders.period }, style)}
<main class="sheet"><section><h2>${title}</h2>
${report.integration && rows.length > 0 && html`<p class="soft">Data of ${report.integration}.</p>`}
<div class="tiles">${tiles}</div>
${rows.length > 0 && heading('Details', plural(rows.length, 'entry', 'entries'))}
${
  rows.length === 0
    ? html`<p class="soft">There is nothing to report for this period.</p>`
    : table(
        columns.map((column) => ({ title: toTitle(column) })),
        rows,
        { max: maxRowsShown },
      )
}</section></main>`,
  )
}

/** The names of our users, and what the agency should do about a certificate. */
const notForClients = ['user', 'problems']

const statusMarks: Record<string, Record<string, readonly [Tone, string]>> = {
  sslmonitor: certificateMarks,
  domainmonitor: domainMarks,
}

/** False for a certificate or domain with a status that says nothing, and for a website that was never read. */
const isKnown = (row: ReportRow, segment: string): boolean =>
  segment === 'website'
    ? row.last_sync !== null
    : segment in statusMarks
      ? String(row.status) in (statusMarks[segment] ?? {})
      : true

function cell(row: ReportRow, column: string, { formatDay, formatMoment }: ReportStyle): Piece {
  const value = row[column]
  if (value === null || value === undefined || value === '') return '–'
  if (column === 'cause') return describeCause(String(row.cause_code))
  const label = column === 'status' && (certificateMarks[String(value)] ?? domainMarks[String(value)])
  if (label) return label[1]
  if (column === 'by') return value === 'flotilla' ? 'us' : 'on the website'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value
}

const titles: Record<string, string> = { last_sync: 'As of', url: 'Address', php: 'PHP', wordpress: 'WordPress' }

const toTitle = (name: string) => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
