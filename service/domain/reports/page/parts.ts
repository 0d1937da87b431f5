import { html, type Markup, type Piece } from './markup.ts'
import { type ReportTexts, reportTextsIn } from './report-texts.ts'

export type Tone = 'good' | 'fair' | 'bad' | 'none'

export const pill = (tone: Tone, text: string): Markup => html`<span class="pill ${tone}">${text}</span>`

export const tile = (label: string, number: Piece, note: Piece = ''): Markup =>
  html`<div class="tile"><div class="label">${label}</div><div class="number">${number}</div><div class="note">${note}</div></div>`

export const card = (title: string, detail: Piece, mark: Markup): Markup =>
  html`<div class="card"><div><b>${title}</b><span class="soft">${detail}</span></div><div>${mark}</div></div>`

export const heading = (title: string, aside: Piece = ''): Markup =>
  html`<h3>${title}${aside !== '' && html`<span class="aside">${aside}</span>`}</h3>`

export interface Column {
  title: string
  class?: 'right' | 'nowrap' | 'strong' | 'soft'
}

const maxTableRows = 60
const english = reportTextsIn('en')

/** Shows up to `max` rows, with the number of further rows below. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  {
    max = maxTableRows,
    total = rows.length,
    texts = english,
  }: { max?: number; total?: number; texts?: ReportTexts } = {},
): Markup {
  const shown = rows.slice(0, max)
  const more = total - shown.length
  return html`<table><thead><tr>${columns.map(({ title, class: name }) => html`<th class="${name ?? ''}">${title}</th>`)}</tr></thead>
<tbody>${shown.map(
    (
      cells,
    ) => html`<tr>${cells.map((cell, index) => html`<td class="${columns[index]?.class ?? ''}">${cell}</td>`)}</tr>
`,
  )}</tbody></table>${more > 0 && html`<p class="more">${texts.more(more)}</p>`}`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** 99.987 rather than 99.98700; 100 without decimals. */
export const percent = (value: number | null, texts = english): string => (value === null ? '–' : texts.decimal(value))

/** 42 minutes, 3 h 05 min. */
export function duration(minutes: number, texts = english): string {
  if (minutes < 1) return minutes === 0 ? texts.noTime : texts.underAMinute
  if (minutes < 60) return texts.minutes(Math.round(minutes))
  const whole = Math.round(minutes)
  if (whole % 60 === 0) return texts.hours(whole / 60)
  return `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`
}

export const hours = (value: number): string => {
  const minutes = Math.round(value * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
}
