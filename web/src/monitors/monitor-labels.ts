import type { RowOf } from '../api/call.ts'
import { formatDecimal } from '../ui/format/number.ts'
import { coverageTexts } from './coverage-texts.ts'
import { monitorsTexts } from './monitors-texts.ts'

export type MonitorStatus = RowOf<'list-monitors'>['last_status']

export const monitorStatusLabels: Record<MonitorStatus, string> = {
  up: monitorsTexts.up,
  down: monitorsTexts.down,
  pending: monitorsTexts.failedBeingCheckedAgain,
  paused: coverageTexts.notMonitored,
  first: monitorsTexts.notCheckedYet,
}

/** Values of the filter: up is without the sites whose last check is too long ago. */
export const monitorFilterLabels = { ...monitorStatusLabels, stale: coverageTexts.notCheckedLately }

/** The status to show: a site that was never reached is neither up nor down. */
export const shownStatus = ({ last_status, never_reached }: { last_status: MonitorStatus; never_reached: boolean }) =>
  never_reached && last_status === 'first' ? 'never_reached' : last_status

export const percent = (ratio: number | null): string =>
  // Near 100 every digit matters.
  ratio === null ? '–' : `${formatDecimal(ratio, ratio >= 99 ? 3 : 1, 0)} %`

export const milliseconds = (value: number | null): string =>
  value === null
    ? '–'
    : value < 1000
      ? monitorsTexts.valueMs({ value: Math.round(value) })
      : monitorsTexts.seconds({ seconds: formatDecimal(value / 1000, 2) })

/** "5m" → "5 min", "30s" → "30 s", "1h" → "1 h". */
export const describeInterval = (frequency: string): string =>
  frequency.replace(/^(\d+)([a-z]+)$/, (_, count: string, unit: string) => `${count} ${unit === 'm' ? 'min' : unit}`)

/** Incident times are "2026-11-15 06:50:21", in UTC. */
export const utc = (text: string): string => (text.includes('T') ? text : `${text.replace(' ', 'T')}Z`)
export const utcOrNull = (text: string | null): string | null => (text === null ? null : utc(text))
