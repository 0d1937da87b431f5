import type { OutputOf } from '../../../contract/client.ts'
import { describeCount } from '../ui/format/describe-count.ts'
import { money } from '../ui/format/money.ts'
import { clockText } from './clock-text.ts'

/** Totals of the filtered tasks over all pages. */
export function TotalsLine({ totals }: { totals: OutputOf<'list-time-tasks'>['totals'] | undefined }) {
  if (!totals) return <span className="soft">…</span>
  const { tasks, duration, billed_duration, amounts } = totals
  return (
    <p aria-live="polite">
      {describeCount(tasks, 'task')}, <strong>{clockText(duration)} h</strong>
      {billed_duration !== duration && <span className="soft"> (billed as {clockText(billed_duration)} h)</span>}
      {amounts
        .filter(({ total_price }) => total_price > 0)
        .map(({ currency, total_price, by_payment_status }) => (
          <span key={currency}>
            , <strong>{money(total_price, currency)}</strong>
            {by_payment_status.unbilled ? (
              <span className="soft"> ({money(by_payment_status.unbilled, currency)} not billed yet)</span>
            ) : null}
          </span>
        ))}
    </p>
  )
}
