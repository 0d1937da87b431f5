import { lazy, Suspense } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { affectedSiteColumns, describeAction } from './affected-site-columns.tsx'
import type { Target } from './target.ts'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

const DecisionBar = lazy(async () => ({ default: (await import('./decision-bar.tsx')).DecisionBar }))

const busyMs = 2_000
const idleMs = 15_000

type Counts = Record<
  | 'sites'
  | 'open'
  | 'open_active'
  | 'accepted'
  | 'fixed'
  | 'no_longer_listed'
  | 'installed'
  | 'installed_active'
  | 'removed',
  number
>

/** The worst state decides what the sentence says. */
function describeResult(counts: Counts, isRecord: boolean): string {
  if (counts.sites === 0) return `${vulnerabilityTexts.noSites}.`
  if (!isRecord) {
    const installed = { count: counts.installed, active: counts.installed_active }
    return counts.removed > 0
      ? vulnerabilityTexts.resultItemRemoved({ ...installed, removed: counts.removed })
      : vulnerabilityTexts.resultItem(installed)
  }
  if (counts.open > 0)
    return vulnerabilityTexts.resultOpen({ open: counts.open, sites: counts.sites, active: counts.open_active })
  const settled = { fixed: counts.fixed, accepted: counts.accepted }
  return counts.no_longer_listed > 0
    ? vulnerabilityTexts.resultNoLongerListed({ ...settled, listed: counts.no_longer_listed })
    : vulnerabilityTexts.resultAllSettled(settled)
}

/** The affected sites with their state, live, and the decisions about them. */
export function AffectedView({ target, name, title }: { target: Target; name: string; title: string }) {
  const can = useCan()
  const state = useTableState()
  const input = { ...target, ...pagingOf(state) }
  const first = useList('list-affected-sites', input)
  const isBusy = first.data?.rows.some(({ fix }) => fix?.outcome === 'waiting' || fix?.outcome === 'running')
  const query = useList('list-affected-sites', input, { every: isBusy ? busyMs : idleMs })
  const { data, error, refetch } = query
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  const { counts, target: shown, decisions = [] } = data?.extra ?? {}
  if (!counts || !shown) return <Loading lines={8} />
  const isRecord = shown.vulnerability_id !== null
  const open = isRecord ? counts.open : counts.installed
  const active = isRecord ? counts.open_active : counts.installed_active
  const endAcceptance = async (acceptance_id: number) => {
    const question = {
      title: vulnerabilityTexts.endAcceptanceTitle,
      text: vulnerabilityTexts.endAcceptanceText,
      action: vulnerabilityTexts.endAcceptance,
    }
    if (!(await confirm(question))) return
    await runAction(
      'end-vulnerability-acceptance',
      { acceptance_id },
      { doing: vulnerabilityTexts.endingAcceptance, done: vulnerabilityTexts.acceptanceEnded },
    )
  }
  return (
    <>
      <div className="stack" aria-live="polite">
        <Notice tone={open > 0 ? 'warn' : counts.sites === 0 ? 'note' : 'good'}>
          {describeResult(counts, isRecord)}
        </Notice>
      </div>
      <Suspense fallback={null}>
        <DecisionBar
          target={target}
          kind={shown.type}
          name={name}
          title={title}
          open={open}
          active={active}
          hasFix={!isRecord || shown.fixed_in !== null}
        />
      </Suspense>
      <DataTable
        name="affected-sites"
        label={vulnerabilityTexts.sitesOf}
        columns={affectedSiteColumns}
        query={query}
        rowId={({ site_id, slug }) => `${site_id} ${slug}`}
        rowName={({ site_name, site_url }) => site_name || site_url}
        state={state}
        rowActions={({ acceptance }) =>
          acceptance &&
          can('end-vulnerability-acceptance') && (
            <Button small onClick={() => void endAcceptance(acceptance.acceptance_id)}>
              {vulnerabilityTexts.endAcceptance}
            </Button>
          )
        }
        empty={() => <EmptyState title={vulnerabilityTexts.noSites} />}
      />
      {decisions.length > 0 && (
        <Card title={vulnerabilityTexts.decisions}>
          <ul className="stack-tight">
            {decisions.map(({ action, wanted_version, replacement, is_automatic, started_by, started_at, sites }) => (
              <li key={`${action} ${started_at}`} className="apart">
                <span>
                  {vulnerabilityTexts.decidedBy({
                    action: describeAction(action, wanted_version, replacement),
                    name: is_automatic ? vulnerabilityTexts.byPolicy : started_by,
                    time: () => <RelativeTime at={started_at} />,
                  })}
                </span>
                <span className="soft">{vulnerabilityTexts.siteCount({ count: sites })}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
