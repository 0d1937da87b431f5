import type { ReportPeriod } from '../period.ts'
import type { ReportRow, SegmentReport } from '../report.ts'
import { html, type Piece } from './markup.ts'
import { cover, documentOf, wordsOf } from './page.ts'
import { heading, plural, table, tile } from './parts.ts'
import type { ReportStyle } from './report-style.ts'

const mostRowsShown = 1_000

/** One segment alone, in the same clothes as a whole report. */
export function renderSegment(
  report: SegmentReport,
  { title, columns: all, period }: { title: string; columns: readonly string[]; period: ReportPeriod },
  look: ReportStyle,
): string {
  // Who of us did it is for us to know, not for whoever gets the page.
  const columns = all.filter((column) => column !== 'user')
  const words = wordsOf({ subject: report.site.name, period }, look)
  const tiles = Object.entries(report.totals)
    .filter(([, value]) => typeof value === 'number')
    .slice(0, 9)
    .map(([name, value]) => tile(spoken(name), (value as number).toLocaleString('en')))
  const rows = report.rows.map((row) => columns.map((column) => cell(row, column, look)))
  return documentOf(
    title,
    `${report.site.name} · ${words.period}`,
    look,
    html`${cover({ subject: report.site.name, address: title, period: words.period }, look)}
<main class="sheet"><section><h2>${title}</h2>
${report.integration && html`<p class="soft">Integration: ${report.integration}.</p>`}
<div class="tiles">${tiles}</div>
${heading('Details', plural(report.rows.length, 'entry', 'entries'))}
${
  rows.length === 0
    ? html`<p class="soft">There is nothing to report for this period.</p>`
    : table(
        columns.map((column) => ({ title: spoken(column) })),
        rows,
        { most: mostRowsShown },
      )
}</section></main>`,
  )
}

function cell(row: ReportRow, column: string, { sayDay }: ReportStyle): Piece {
  const value = row[column]
  if (value === null || value === undefined || value === '') return '–'
  if (column === 'by') return value === 'flotilla' ? 'us' : 'on the website'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return `${sayDay(value)}, ${value.slice(11, 16)}`
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? sayDay(value) : value
}

const spoken = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
