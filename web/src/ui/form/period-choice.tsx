import { addDays, monthEnd, monthStart, today } from '../format/day.ts'
import type { TableState } from '../table/table-state.ts'
import { formTexts } from './form-texts.ts'

export interface Period {
  start_date: string
  end_date: string
}

const periods: Record<string, { label: string; of: (day: string) => Period }> = {
  'last-month': {
    label: formTexts.lastMonth,
    of: (day) => ({ start_date: monthStart(day, -1), end_date: monthEnd(day, -1) }),
  },
  'this-month': { label: formTexts.thisMonth, of: (day) => ({ start_date: monthStart(day), end_date: monthEnd(day) }) },
  '7-days': { label: formTexts.last7Days, of: (day) => ({ start_date: addDays(day, -6), end_date: day }) },
  '30-days': { label: formTexts.last30Days, of: (day) => ({ start_date: addDays(day, -29), end_date: day }) },
  '90-days': { label: formTexts.last90Days, of: (day) => ({ start_date: addDays(day, -89), end_date: day }) },
  '12-months': {
    label: formTexts.last12Months,
    of: (day) => ({ start_date: monthStart(day, -12), end_date: monthEnd(day, -1) }),
  },
}

/** URL parameters of a period. */
export const periodFilters = ['period', 'from', 'until'] as const

/** An address can have any text: what is shown must be what is read. */
const chosenPeriod = ({ period }: TableState['filters'], usual: string, all: boolean): string =>
  period !== undefined && (period === 'own' || (all && period === 'all') || Object.hasOwn(periods, period))
    ? period
    : usual

/** The period in the URL; undefined is all time, where that is offered. */
export function periodOf({ filters }: TableState, usual: string, all = false): Period | undefined {
  const { from, until } = filters
  const period = chosenPeriod(filters, usual, all)
  if (period === 'all') return undefined
  if (period === 'own' && from && until) return { start_date: from, end_date: until }
  return (periods[period] ?? periods['last-month']!).of(today())
}

/** Selects a period: a preset or two dates. */
export function PeriodChoice({ state, usual, all = false }: { state: TableState; usual: string; all?: boolean }) {
  const { filters, set } = state
  const selected = chosenPeriod(filters, usual, all)
  const { start_date, end_date } = periodOf(state, usual, all) ?? periods['30-days']!.of(today())
  const select = (period: string) =>
    period === 'own'
      ? set({ period, from: start_date, until: end_date })
      : set({ period: period === usual ? undefined : period, from: undefined, until: undefined })
  return (
    <>
      <select
        className="input"
        aria-label={formTexts.period}
        value={selected}
        onChange={(event) => select(event.target.value)}
      >
        {all && <option value="all">{formTexts.allTime}</option>}
        {Object.entries(periods).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="own">{formTexts.fromUntil}</option>
      </select>
      {selected === 'own' && (
        <span className="line">
          <input
            type="date"
            className="input date"
            aria-label={formTexts.from}
            max={end_date}
            value={start_date}
            onChange={(event) => event.target.value && set({ from: event.target.value })}
          />
          <input
            type="date"
            className="input date"
            aria-label={formTexts.until}
            min={start_date}
            value={end_date}
            onChange={(event) => event.target.value && set({ until: event.target.value })}
          />
        </span>
      )}
    </>
  )
}
