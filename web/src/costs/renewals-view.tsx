import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { dayOfMonth, dayText, monthStart, monthText, today } from '../ui/format/day.ts'
import { money } from '../ui/format/money.ts'
import { IconCalendarDue } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { costsTexts } from './costs-texts.ts'
import { useRenewals } from './use-renewals.ts'

type Renewal = RowOf<'list-renewals'>

const months = 12

/** Calendar of the next twelve months, preceded by overdue renewals. */
export function RenewalsView() {
  const { data, error, refetch } = useRenewals()
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  if (data.rows.length === 0) {
    return (
      <section className="card">
        <EmptyState icon={IconCalendarDue} title={costsTexts.nothingRenewsInThe}>
          {costsTexts.activeCostsWithA}
        </EmptyState>
      </section>
    )
  }
  const overdue = data.rows.filter((renewal) => renewal.overdue)
  const ahead = Map.groupBy(
    data.rows.filter((renewal) => !renewal.overdue),
    ({ due }) => monthStart(due),
  )
  const first = today()
  return (
    <>
      {data.total > data.rows.length && (
        <Notice tone="warn">{costsTexts.theFirstCount({ count: data.rows.length, total: data.total })}</Notice>
      )}
      {overdue.length > 0 && (
        <Card title={costsTexts.passedAndNotRecorded}>
          <p className="soft">{costsTexts.openOneAndSet}</p>
          <Entries
            renewals={overdue}
            text={({ due, missed }) => `${dayText(due)}${missed > 1 ? costsTexts.missedMissed({ missed }) : ''}`}
          />
        </Card>
      )}
      <div className="grid-3">
        {Array.from({ length: months }, (_, ahead) => monthStart(first, ahead)).map((month) => (
          <Month key={month} month={month} renewals={ahead.get(month) ?? []} />
        ))}
      </div>
    </>
  )
}

function Month({ month, renewals }: { month: string; renewals: readonly Renewal[] }) {
  const sums = [...Map.groupBy(renewals, ({ currency }) => currency)].map(([currency, some]) =>
    money(
      some.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
  )
  return (
    <Card title={monthText(month)} actions={<strong>{sums.join(' + ')}</strong>}>
      {renewals.length === 0 ? (
        <p className="soft">{costsTexts.nothingRenews}</p>
      ) : (
        <Entries renewals={renewals} text={({ due }) => String(dayOfMonth(due))} />
      )}
    </Card>
  )
}

function Entries({ renewals, text }: { renewals: readonly Renewal[]; text: (renewal: Renewal) => string }) {
  return (
    <ul className="rows">
      {renewals.map((renewal) => (
        <li key={`${renewal.id} ${renewal.due}`} className="apart">
          <span className="line">
            <Badge tone={renewal.overdue ? 'bad' : renewal.days_left <= 7 ? 'warn' : 'still'}>{text(renewal)}</Badge>
            <Link to="/costs" search={{ cost: String(renewal.id) }}>
              {renewal.name}
            </Link>
          </span>
          <span className="nowrap">{money(renewal.amount, renewal.currency)}</span>
        </li>
      ))}
    </ul>
  )
}
