import type { DataOf } from '../../../contract/client.ts'
import { sentence } from '../texts/sentence.ts'
import { Card } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Notice } from '../ui/notice.tsx'
import { movingInTexts } from './moving-in-texts.ts'

type MoveInPlan = NonNullable<DataOf<'get-move-in'>['plan']>

const kinds = {
  sites: movingInTexts.sites,
  clients: movingInTexts.clients,
  tags: movingInTexts.tags,
  costs: movingInTexts.costs,
} as const
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
const labelOf = (type: string) => (type in kinds ? kinds[type as keyof typeof kinds] : type)

export function PlanView({ plan, source }: { plan: MoveInPlan; source: string }) {
  const skipped = kindNames.reduce((sum, kind) => sum + plan[kind].skip, 0)
  return (
    <>
      <Card title={movingInTexts.planOf({ source })}>
        <div className="stack">
          <p>{movingInTexts.planIntroduction}</p>
          {plan.sites_without_key > 0 && (
            <Notice tone="warn">{movingInTexts.withoutKey({ count: plan.sites_without_key })}</Notice>
          )}
          {plan.monitors.off > 0 ? (
            <Notice>{movingInTexts.monitorsOff(plan.monitors)}</Notice>
          ) : (
            plan.monitors.on > 0 && <Notice>{movingInTexts.monitorsOn({ on: plan.monitors.on })}</Notice>
          )}
          {plan.monitor_interval_minutes !== null && (
            <Notice>{movingInTexts.monitorInterval({ count: plan.monitor_interval_minutes })}</Notice>
          )}
          {plan.currency?.action === 'set' && (
            <Notice>{movingInTexts.currencySet({ there: plan.currency.there })}</Notice>
          )}
          {plan.currency?.action === 'keep' && (
            <Notice tone="warn">
              {movingInTexts.currencyKept({ there: plan.currency.there, here: plan.currency.here })}
            </Notice>
          )}
          {plan.rest_keys.length > 0 && (
            <Notice>
              {movingInTexts.restKeys({ count: plan.rest_keys.length })}
              <ul>
                {plan.rest_keys.map((name, at) => (
                  // By index, because names may be equal.
                  <li key={at}>{name}</li>
                ))}
              </ul>
            </Notice>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <section className="figures" aria-label={movingInTexts.planOf({ source })} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{movingInTexts.kind}</th>
                  <th scope="col" className="number">
                    {movingInTexts.create}
                  </th>
                  <th scope="col" className="number">
                    {movingInTexts.merge}
                  </th>
                  <th scope="col" className="number">
                    {movingInTexts.skip}
                  </th>
                  <th scope="col" className="number">
                    {movingInTexts.idsKept}
                  </th>
                  <th scope="col" className="number">
                    {movingInTexts.idsMapped}
                  </th>
                </tr>
              </thead>
              <tbody>
                {kindNames.map((kind) => {
                  const { create, merge, skip, ids_kept } = plan[kind]
                  return (
                    <tr key={kind}>
                      <th scope="row">{kinds[kind]}</th>
                      {[create, merge, skip, ids_kept, create - ids_kept].map((count, index) => (
                        <td key={index} className="number">
                          {formatNumber(count)}
                        </td>
                      ))}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </section>
          <p className="soft">{movingInTexts.idsExplained}</p>
          <p className="soft">{movingInTexts.notImported}</p>
        </div>
      </Card>
      {skipped > 0 && (
        <Card title={movingInTexts.skippedTitle}>
          <div className="stack">
            <p className="soft">{movingInTexts.skippedCount({ shown: plan.skipped.length, count: skipped })}</p>
            <ul className="rows">
              {plan.skipped.map(({ type, old_id, name, reason }, at) => (
                // By index, because an id may be in the file twice.
                <li key={at}>
                  <b>{name}</b>{' '}
                  <span className="soft">{movingInTexts.skippedRow({ kind: labelOf(type), id: old_id })}</span>
                  <div>{sentence(reason)}</div>
                </li>
              ))}
            </ul>
          </div>
        </Card>
      )}
    </>
  )
}
