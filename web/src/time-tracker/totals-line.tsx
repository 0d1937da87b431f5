import type { OutputOf } from '../../../contract/client.ts'
import { money } from '../ui/format/money.ts'
import { clockText } from './clock-text.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'

/** Totals of the filtered tasks over all pages. */
export function TotalsLine({ totals }: { totals: OutputOf<'list-time-tasks'>['totals'] | undefined }) {
  if (!totals) return <span className="soft">…</span>
  const { tasks, duration, billed_duration, amounts } = totals
  return (
    <p aria-live="polite">
      {timeTrackerTexts.count({ count: tasks })},{' '}
      <strong>{timeTrackerTexts.durationH({ duration: clockText(duration) })}</strong>
      {billed_duration !== duration && (
        <span className="soft">
          {' '}
          {timeTrackerTexts.billedAsBilleddurationH({ billedduration: clockText(billed_duration) })}
        </span>
      )}
      {amounts
        .filter(({ total_price }) => total_price > 0)
        .map(({ currency, total_price, by_payment_status }) => (
          <span key={currency}>
            , <strong>{money(total_price, currency)}</strong>
            {by_payment_status.unbilled ? (
              <span className="soft">
                {' '}
                {timeTrackerTexts.unbilledNotBilledYet({ unbilled: money(by_payment_status.unbilled, currency) })}
              </span>
            ) : null}
          </span>
        ))}
    </p>
  )
}
