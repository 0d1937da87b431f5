import type { ReportPeriod } from '../period.ts'
import type { ReportRow, SegmentReport } from '../report.ts'
import type { ReportStyle } from '../report-style.ts'
import { certificateMarks, describeCause, domainMarks } from './client-words.ts'
import { html, type Piece } from './markup.ts'
import { heading, type Tone, table, tile } from './parts.ts'
import { renderCover, renderDocument, reportPlaceholders } from './report-page.ts'
import type { ReportTexts } from './report-texts.ts'

const maxRowsShown = 1_000

/** One segment, in the style of a whole report. */
export function renderSegment(
  report: SegmentReport,
  { title: name, columns: all, period }: { title: string; columns: readonly string[]; period: ReportPeriod },
  style: ReportStyle,
): string {
  const { texts } = style
  const title = texts.segments[name] ?? name
  const toTitle = (column: string) => titleOf(column, texts)
  const columns = all.filter(
    (column) => !notForClients.includes(column) && !(column === 'status' && report.segment === 'website'),
  )
  const placeholders = reportPlaceholders({ subject: report.site.name, period }, style)
  const known = report.rows.filter((row) => isKnown(row, report.segment, texts))
  const rows = known.map((row) => columns.map((column) => cell(row, column, style)))
  // Totals of nothing are no information, and those of statuses are for the agency.
  const hasTiles = rows.length > 0 && !(report.segment in statusMarks(texts))
  const tiles = Object.entries(hasTiles ? report.totals : {})
    .flatMap(([name, value]) => (typeof value === 'number' ? tile(toTitle(name), texts.number(value)) : []))
    .slice(0, 9)
  return renderDocument(
    title,
    `${report.site.name} · ${placeholders.period}`,
    style,
    html`${renderCover({ subject: report.site.name, address: title, period: placeholders.period }, style)}
<main class="sheet"><section><h2>${title}</h2>
${report.integration && rows.length > 0 && html`<p class="soft">${texts.dataOf(report.integration)}</p>`}
<div class="tiles">${tiles}</div>
${rows.length > 0 && heading(texts.details, texts.entries(rows.length))}
${
  rows.length === 0
    ? html`<p class="soft">${texts.nothingToReport}</p>`
    : table(
        columns.map((column) => ({ title: toTitle(column) })),
        rows,
        { max: maxRowsShown, texts },
      )
}</section></main>`,
  )
}

/** The names of our users, and what the agency should do about a certificate. */
const notForClients = ['user', 'problems']

const statusMarks = (texts: ReportTexts): Record<string, Record<string, readonly [Tone, string]>> => ({
  sslmonitor: certificateMarks(texts),
  domainmonitor: domainMarks(texts),
})

/** False for a certificate or domain with a status that says nothing, and for a website that was never read. */
function isKnown(row: ReportRow, segment: string, texts: ReportTexts): boolean {
  if (segment === 'website') return row.last_sync !== null
  const marks = statusMarks(texts)[segment]
  return marks === undefined || String(row.status) in marks
}

function cell(row: ReportRow, column: string, { formatDay, formatMoment, texts }: ReportStyle): Piece {
  const value = row[column]
  if (value === null || value === undefined || value === '') return '–'
  if (column === 'cause') return describeCause(String(row.cause_code), texts)
  const label = column === 'status' && (certificateMarks(texts)[String(value)] ?? domainMarks(texts)[String(value)])
  if (label) return label[1]
  if (column === 'by') return value === 'flotilla' ? texts.byUs : texts.onTheWebsite
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return texts.number(value)
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value
}

const titleOf = (name: string, { columns }: ReportTexts) =>
  columns[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
