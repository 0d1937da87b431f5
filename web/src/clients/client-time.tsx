import { Link } from '@tanstack/react-router'
import { useOperation } from '../api/query.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Balance } from '../time-tracker/balance.tsx'
import { clockText } from '../time-tracker/clock-text.ts'
import { Card, Facts } from '../ui/card.tsx'
import { monthEnd, monthStart, monthText, today } from '../ui/format/day.ts'
import { money } from '../ui/format/money.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { clientsTexts } from './clients-texts.ts'

/** Hours of this month, and the balance of the client's buckets. */
export function ClientTime({ clientId }: { clientId: number }) {
  return (
    <ModuleGate module="time-tracker" label={clientsTexts.timeTracker}>
      <Time clientId={clientId} />
    </ModuleGate>
  )
}

function Time({ clientId }: { clientId: number }) {
  const day = today()
  const period = { start_date: monthStart(day), end_date: monthEnd(day) }
  const { data, error, refetch } = useOperation('get-time-client', { client_id_or_email: clientId, ...period })
  return (
    <Card
      title={clientsTexts.time}
      actions={
        <Link to="/time-tracker" search={{ client_id: String(clientId) }}>
          {clientsTexts.itsTasks}
        </Link>
      }
    >
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : (
        <div className="stack">
          <Facts
            facts={[
              [
                monthText(day),
                clientsTexts.durationHInTasks({ duration: clockText(data.totals.duration), tasks: data.totals.tasks }),
              ],
              ...data.totals.amounts
                .filter(({ total_price }) => total_price > 0)
                .map(({ currency, total_price }): [string, string] => [
                  clientsTexts.worth,
                  money(total_price, currency),
                ]),
            ]}
          />
          {data.buckets.map((bucket) => (
            <Balance key={bucket.id} bucket={bucket} />
          ))}
        </div>
      )}
    </Card>
  )
}
