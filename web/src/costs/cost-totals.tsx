import { Stat } from '../ui/card.tsx'
import { addDays, today } from '../ui/format/day.ts'
import { money } from '../ui/format/money.ts'
import { costsTexts } from './costs-texts.ts'
import { useRenewals } from './use-renewals.ts'

const soonDays = 30

/** Totals over all costs, independent of the list below. */
export function CostTotals() {
  const { data } = useRenewals()
  if (!data) return null
  const { currency, total_monthly, total_yearly, totals = [] } = data.extra
  const soon = addDays(today(), soonDays)
  const due = data.rows.filter((renewal) => !renewal.overdue && renewal.due <= soon)
  const overdue = totals.reduce((sum, { overdue_count }) => sum + overdue_count, 0)
  const search = { view: 'renewals' }
  return (
    <div className="grid-4 pairs">
      {currency !== undefined && total_monthly !== undefined && total_yearly !== undefined && (
        <>
          <Stat label={costsTexts.aMonthAllActive} value={money(total_monthly, currency)} />
          <Stat label={costsTexts.aYear2} value={money(total_yearly, currency)} />
        </>
      )}
      <Stat label={costsTexts.renewalsInTheNext({ soonDays })} value={due.length} to="/costs" search={search} />
      <Stat label={costsTexts.renewalsPassedUnrecorded} value={overdue} to="/costs" search={search} />
    </div>
  )
}
