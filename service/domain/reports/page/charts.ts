import { addDays, daysBetween } from '../../../platform/calendar.ts'
import { sumUptimes, uptimePercent } from '../../monitors/index.ts'
import type { ReportPeriod } from '../period.ts'
import type { ReportRow } from '../report.ts'
import type { UptimeDay } from '../uptime.ts'
import { html, Markup } from './markup.ts'
import type { ReportTexts } from './report-texts.ts'

const maxBars = 62

interface Bar {
  title: string
  value: number | null
}

/** One bar per day; for long periods one per several days, so that the bars stay visible. */
function barsOf(days: readonly UptimeDay[], period: ReportPeriod): Bar[] {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const daysPerBar = Math.ceil(period.days / maxBars)
  const bars: Bar[] = []
  for (let first = 0; first < period.days; first += daysPerBar) {
    const names = Array.from({ length: Math.min(daysPerBar, period.days - first) }, (_, index) =>
      addDays(period.start_date, first + index),
    )
    const known = names.flatMap((name) => byDay.get(name) ?? [])
    bars.push({ title: names[0] ?? '', value: uptimePercent(sumUptimes(known.map(({ uptime }) => uptime))) })
  }
  return bars
}

/** Independent of the company's colours, which may be red. */
const colorOf = (value: number | null) => {
  if (value === null) return '#e4e9ed'
  return value === 100 ? '#1a9e80' : value >= 99 ? '#e9b949' : '#d64550'
}

/** The availability over the period. */
export function uptimeBars(
  days: readonly UptimeDay[],
  period: ReportPeriod,
  ends: [string, string],
  texts: ReportTexts,
): Markup {
  const bars = barsOf(days, period)
  const [width, height] = [1000, 74]
  const step = width / bars.length
  const gap = Math.min(5, step * 0.22)
  const rects = bars.map(({ title, value }, index) => {
    const x = (index * step + gap / 2).toFixed(2)
    const label = value === null ? texts.notMonitored : `${texts.decimal(value)} %`
    return html`<rect x="${x}" y="0" width="${(step - gap).toFixed(2)}" height="${height}" rx="4" fill="${colorOf(value)}"><title>${title}: ${label}</title></rect>`
  })
  return html`<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${texts.barsLabel}">${rects}</svg>
<figcaption><span>${ends[0]}</span><span class="legend"><i style="background:${colorOf(100)}"></i>${texts.fullyAvailable}<i style="background:${colorOf(99.5)}"></i>${texts.shortInterruption}<i style="background:${colorOf(0)}"></i>${texts.below99}<i style="background:${colorOf(null)}"></i>${texts.notMonitored}</span><span>${ends[1]}</span></figcaption></figure>`
}

/** Mean response times; false with too few days. */
export function responseLine(
  days: readonly UptimeDay[],
  period: ReportPeriod,
  accent: string,
  texts: ReportTexts,
): Markup | false {
  const points = days.flatMap(({ day, checked }) =>
    checked && checked.up > 0 ? [{ at: daysBetween(period.start_date, day), ms: checked.total_ms / checked.up }] : [],
  )
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return false
  const [width, height, top] = [1000, 130, 12]
  const highest = niceCeiling(Math.max(...points.map(({ ms }) => ms)))
  const x = (at: number) => 52 + (at / Math.max(1, period.days - 1)) * (width - 58)
  const y = (ms: number) => top + (1 - ms / highest) * (height - top - 6)
  const line = points.map(({ at, ms }) => `${x(at).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')
  const area = `${x(first.at).toFixed(1)},${y(0)} ${line} ${x(last.at).toFixed(1)},${y(0)}`
  const grid = [0, 0.5, 1].map((share) => {
    const level = y(highest * share).toFixed(1)
    return html`<line x1="52" x2="${width}" y1="${level}" y2="${level}" stroke="#dfe5ea" stroke-width="1"/><text x="44" y="${(Number(level) + 5).toFixed(1)}" text-anchor="end" font-size="15" fill="#627380">${Math.round(highest * share)}</text>`
  })
  return html`<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${texts.lineLabel}">${grid}<polygon points="${new Markup(area)}" fill="${accent}" opacity=".12"/><polyline points="${new Markup(line)}" fill="none" stroke="${accent}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/></svg></figure>`
}

function niceCeiling(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 10)))
  return Math.ceil(value / (step / 2)) * (step / 2)
}

const scores = [
  ['performance', 'speed'],
  ['accessibility', 'accessibility'],
  ['best_practices', 'bestPractices'],
  ['seo', 'search'],
] as const

/** The four scores of an audit, 0 to 100. */
export function scoreRings(audit: ReportRow, texts: ReportTexts): Markup[] {
  const [radius, center] = [26, 34]
  const round = 2 * Math.PI * radius
  return scores.map(([name, key]) => {
    const label = texts[key]
    const score = typeof audit[name] === 'number' ? audit[name] : null
    const color = score === null ? '#c3ccd3' : score >= 90 ? '#1a9e6f' : score >= 50 ? '#e0a12e' : '#d64550'
    const drawn = (((score ?? 0) / 100) * round).toFixed(1)
    return html`<div class="ring"><svg viewBox="0 0 68 68" role="img" aria-label="${label}: ${score ?? texts.unknown}"><circle cx="${center}" cy="${center}" r="${radius}" fill="none" stroke="#e8edf1" stroke-width="7"/><circle cx="${center}" cy="${center}" r="${radius}" fill="none" stroke="${color}" stroke-width="7" stroke-linecap="round" stroke-dasharray="${drawn} ${round.toFixed(1)}" transform="rotate(-90 ${center} ${center})"/><text x="${center}" y="41" text-anchor="middle" font-size="19" font-weight="700" fill="#1c2b38">${score ?? '–'}</text></svg><span>${label}</span></div>`
  })
}
