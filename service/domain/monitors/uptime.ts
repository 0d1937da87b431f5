/**
 * The only definition of outage, uptime and monitored time.
 *
 * - An **outage** (incident) begins with the first of the failed checks that made a site `down` and ends with the next
 *   successful check. Time without checks does not end it: a site that is down before and after a pause has one outage.
 * - A monitor **knows** its site since the first successful check, or since the first check of a site that is connected.
 *   Before that a failed check means "never reached", which is neither up nor down.
 * - A check counts until the next one. After a silence of more than two intervals and two minutes (a pause, a stopped
 *   service) it counts for one interval, and the rest of the silence is a **gap**. The last check counts until now, or
 *   for one interval if the monitor is paused or silent for that long.
 * - **Maintenance** (announced windows) is neither monitored time nor downtime; it is counted separately. An outage that lies
 *   within it is not counted.
 * - **Monitored time** of a period is the time since the site is known, until the last check counts, without gaps and maintenance.
 *   **Downtime** is the monitored time within outages; an open outage lasts until the end of the monitored time.
 *   **Uptime** is 1 − downtime / monitored time, and unknown (null) without monitored time.
 * - A period includes its start and excludes its end. An outage across a border counts in both periods, each with its part.
 */

export interface Period {
  from: Date
  to: Date
}

/** Everything that the uptime of a site depends on. Times are milliseconds since 1970. */
export interface MonitorHistory {
  knownSince: number | null
  countedAt: number | null
  intervalMs: number
  isPaused: boolean
  gaps: readonly (readonly [from: number, to: number])[]
  /** Null: not over, or interrupted by a pause. */
  outages: readonly (readonly [from: number, to: number | null])[]
  /** May overlap each other and gaps. */
  maintenance: readonly (readonly [from: number, to: number])[]
}

export interface Uptime {
  monitoredMs: number
  downMs: number
  /** Outages with a part in the period outside of maintenance. */
  outages: number
  /** Time in maintenance that would be monitored otherwise. */
  maintenanceMs: number
}

/** A longer time between two checks is a gap. */
export const maxSilenceMs = (intervalMs: number): number => 2 * intervalMs + 120_000

/** The time between two counted checks that is not monitored. */
export function gapBetween(before: Date, at: Date, intervalMs: number): { from: Date; to: Date } | null {
  if (at.getTime() - before.getTime() <= maxSilenceMs(intervalMs)) return null
  return { from: new Date(before.getTime() + intervalMs), to: at }
}

type Span = readonly [from: number, to: number]

const overlap = ([from, to]: Span, [start, end]: Span): number => Math.max(0, Math.min(to, end) - Math.max(from, start))

/** The length of a span without these spans, which do not overlap each other. */
const lengthWithout = (span: Span, excluded: readonly Span[]): number =>
  Math.max(
    0,
    excluded.reduce((left, each) => left - overlap(span, each), span[1] - span[0]),
  )

/** The same times as spans that do not overlap. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of [...spans].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Gaps and maintenance. Most sites have no maintenance. */
const unmonitoredSpans = ({ gaps, maintenance }: MonitorHistory): readonly Span[] =>
  maintenance.length === 0 ? gaps : mergeSpans([...gaps, ...maintenance])

/** The part of the period from the first known moment to the last one. */
function knownSpan(
  { knownSince, countedAt, intervalMs, isPaused }: MonitorHistory,
  { from, to }: Period,
  now: Date,
): Span {
  if (knownSince === null || countedAt === null) return [0, 0]
  const isSilent = isPaused || now.getTime() - countedAt > maxSilenceMs(intervalMs)
  const last = isSilent ? Math.min(now.getTime(), countedAt + intervalMs) : now.getTime()
  return [Math.max(from.getTime(), knownSince), Math.min(to.getTime(), last)]
}

export function computeUptime(history: MonitorHistory, period: Period, now: Date): Uptime {
  const known = knownSpan(history, period, now)
  const excluded = unmonitoredSpans(history)
  const maintenance = mergeSpans(history.maintenance)
  const monitoredMs = lengthWithout(known, excluded)
  return {
    monitoredMs,
    downMs: history.outages.reduce((sum, outage) => sum + downtimeIn(known, outage, excluded), 0),
    outages: history.outages.filter((outage) => isIn(known, outage) && !isWithin(known, outage, maintenance)).length,
    maintenanceMs: lengthWithout(known, history.gaps) - monitoredMs,
  }
}

/** Whether the part of an outage in the period lies in maintenance. */
function isWithin(known: Span, [start, end]: MonitorHistory['outages'][number], maintenance: readonly Span[]): boolean {
  const [from, to] = [Math.max(start, known[0]), Math.min(end ?? known[1], known[1])]
  return maintenance.some(([begin, until]) => begin <= from && to <= until)
}

/** An outage that is not over counts from the check that found it. */
const isIn = ([from, to]: Span, [start, end]: MonitorHistory['outages'][number]): boolean =>
  end === null ? from < to && start <= to : start < to && end > from

/** Whether one outage has no part of the period outside of maintenance: it is not reported as an interruption. */
export const isMaintenanceOnly = (
  history: MonitorHistory,
  outage: MonitorHistory['outages'][number],
  period: Period,
  now: Date,
): boolean => isWithin(knownSpan(history, period, now), outage, mergeSpans(history.maintenance))

/** The downtime of one outage in the period. */
export const downtimeOf = (
  history: MonitorHistory,
  outage: MonitorHistory['outages'][number],
  period: Period,
  now: Date,
): number => downtimeIn(knownSpan(history, period, now), outage, unmonitoredSpans(history))

function downtimeIn(known: Span, [start, end]: MonitorHistory['outages'][number], excluded: readonly Span[]): number {
  return lengthWithout([Math.max(start, known[0]), Math.min(end ?? known[1], known[1])], excluded)
}

export const sumUptimes = (uptimes: readonly Uptime[]): Uptime =>
  uptimes.reduce(
    (sum, { monitoredMs, downMs, outages, maintenanceMs }) => ({
      monitoredMs: sum.monitoredMs + monitoredMs,
      downMs: sum.downMs + downMs,
      outages: sum.outages + outages,
      maintenanceMs: sum.maintenanceMs + maintenanceMs,
    }),
    { monitoredMs: 0, downMs: 0, outages: 0, maintenanceMs: 0 },
  )

/** With three decimals, rounded down, so that a short outage in a month is visible; null: unknown. */
export const uptimePercent = ({ monitoredMs, downMs }: Pick<Uptime, 'monitoredMs' | 'downMs'>): number | null =>
  monitoredMs === 0 ? null : Math.floor((Math.max(0, monitoredMs - downMs) * 100_000) / monitoredMs) / 1000
