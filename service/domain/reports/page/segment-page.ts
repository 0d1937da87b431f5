import type { ReportPeriod } from '../period.ts'
import type { ReportRow, SegmentReport } from '../report.ts'
import type { ReportStyle } from '../report-style.ts'
import { html, type Piece } from './markup.ts'
import { heading, plural, table, tile } from './parts.ts'
import { renderCover, renderDocument, reportPlaceholders } from './report-page.ts'

const maxRowsShown = 1_000

/** One segment, in the style of a whole report. */
export function renderSegment(
  report: SegmentReport,
  { title, columns: all, period }: { title: string; columns: readonly string[]; period: ReportPeriod },
  style: ReportStyle,
): string {
  // The names of our users are not for the client.
  const columns = all.filter((column) => column !== 'user')
  const placeholders = reportPlaceholders({ subject: report.site.name, period }, style)
  const tiles = Object.entries(report.totals)
    .flatMap(([name, value]) => (typeof value === 'number' ? tile(toTitle(name), value.toLocaleString('en')) : []))
    .slice(0, 9)
  const rows = report.rows.map((row) => columns.map((column) => cell(row, column, style)))
  return renderDocument(
    title,
    `${report.site.name} · ${placeholders.period}`,
    style,
    html`${renderCover({ subject: report.site.name, address: title, period: placeholders.period }, style)}
<main class="sheet"><section><h2>${title}</h2>
${report.integration && html`<p class="soft">Integration: ${report.integration}.</p>`}
<div class="tiles">${tiles}</div>
${heading('Details', plural(report.rows.length, 'entry', 'entries'))}
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

function cell(row: ReportRow, column: string, { formatDay, formatMoment }: ReportStyle): Piece {
  const value = row[column]
  if (value === null || value === undefined || value === '') return '–'
  if (column === 'by') return value === 'flotilla' ? 'us' : 'on the website'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value
}

const toTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
