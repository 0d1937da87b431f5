import { Link } from '@tanstack/react-router'
import { useList } from '../api/query.ts'
import { intervalLabels } from '../costs/cost-labels.ts'
import { costsTexts } from '../costs/costs-texts.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Card } from '../ui/card.tsx'
import { dayText } from '../ui/format/day.ts'
import { money } from '../ui/format/money.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { clientsTexts } from './clients-texts.ts'

const shown = 8

/** Costs of the client itself, of its sites and of their tags, with the client's share of costs that others share too. */
export function ClientCosts({ clientId }: { clientId: number }) {
  return (
    <ModuleGate module="cost-tracker" label={clientsTexts.costTracker}>
      <Costs clientId={clientId} />
    </ModuleGate>
  )
}

function Costs({ clientId }: { clientId: number }) {
  const { data, error, refetch } = useList('get-client-costs', { client_id_or_email: clientId })
  const { currency = '', total_monthly = 0, total_yearly = 0 } = data?.extra ?? {}
  return (
    <Card title={clientsTexts.costs} actions={<Link to="/costs">{clientsTexts.allCosts}</Link>}>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : data.rows.length === 0 ? (
        <p className="soft">{clientsTexts.noCostsAreRecorded}</p>
      ) : (
        <div className="stack">
          <p>
            {clientsTexts.totalmonthlyAMonthTotalyearly({
              totalmonthly: money(total_monthly, currency),
              b: (text) => <strong>{text}</strong>,
              totalyearly: money(total_yearly, currency),
              b2: (text) => <strong>{text}</strong>,
            })}
          </p>
          <ul className="rows">
            {data.rows.slice(0, shown).map(({ id, name, amount, share, frequency, next_due }) => (
              <li key={id} className="apart">
                <Link to="/costs" search={{ cost: String(id) }} className="row-name">
                  {name}
                </Link>
                <span className="soft small">
                  {share === amount
                    ? money(amount, currency)
                    : clientsTexts.shareOfAmount({
                        share: money(share, currency),
                        amount: money(amount, currency),
                      })}
                  {' · '}
                  {intervalLabels[frequency] ?? costsTexts.boughtOnce}
                  {next_due && clientsTexts.nextNextdue({ nextdue: dayText(next_due) })}
                </span>
              </li>
            ))}
          </ul>
          {data.rows.length > shown && (
            <p className="soft">{clientsTexts.andValueMore({ value: data.rows.length - shown })}</p>
          )}
        </div>
      )}
    </Card>
  )
}
