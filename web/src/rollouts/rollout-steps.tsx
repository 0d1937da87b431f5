import { lazy, Suspense, useEffect, useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Option } from '../ui/form/fields.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { rollbackTexts } from './rollback-texts.ts'
import { rollbackStates, stepStates } from './rollout-labels.ts'
import { rolloutTexts } from './rollout-texts.ts'

const StepEvidence = lazy(async () => ({ default: (await import('./step-evidence.tsx')).StepEvidence }))

export type Step = RowOf<'list-rollout-steps'>
type States = NonNullable<InputOf<'list-rollout-steps'>['states']>

const failedStates: States = ['failed', 'rolled_back', 'broken', 'unknown']
const stateFilters: readonly Option[] = [
  { value: '', label: rolloutTexts.allStates },
  { value: 'failures', label: rolloutTexts.onlyFailed },
  { value: 'running', label: rolloutTexts.running },
  { value: 'updated', label: rolloutTexts.updated },
  { value: 'skipped', label: rolloutTexts.skipped },
  { value: 'waiting', label: rolloutTexts.waiting },
]

const pauseMs = 1_000

const RollBackDialog = lazy(() => import('./roll-back-dialog.tsx'))

export function RolloutSteps({ rolloutId, moved }: { rolloutId: number; moved: number }) {
  const state = useTableState({ filters: ['state'] })
  const can = useCan()
  const [shown, setShown] = useState<Step | null>(null)
  const [rolledBack, setRolledBack] = useState<Step | null>(null)
  const filter = state.filters.state
  const states = filter === 'failures' ? failedStates : filter ? ([filter] as States) : []
  const query = useList('list-rollout-steps', { rollout_id: rolloutId, states, ...pagingOf(state) })
  const { refetch } = query
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), pauseMs)
    return () => clearTimeout(timer)
  }, [moved, refetch])
  const columns: readonly Column<Step>[] = [
    {
      key: 'site',
      title: rolloutTexts.site,
      primary: true,
      cell: ({ site_id, site_name, site_url }) =>
        site_id === null ? site_name : <SiteName id={site_id} name={site_name} url={site_url} />,
    },
    {
      key: 'state',
      title: rolloutTexts.state,
      cell: ({ state: stepState }) => {
        const [tone, label] = stepStates[stepState] ?? ['still', stepState]
        return (
          <Badge tone={tone} dot>
            {label}
          </Badge>
        )
      },
    },
    { key: 'wave', title: rolloutTexts.wave, number: true, cell: ({ wave }) => wave + 1 },
    {
      key: 'updates',
      title: rolloutTexts.updates,
      cell: ({ items }) => items.map(({ name, from, to }) => rolloutTexts.versionChange({ name, from, to })).join(', '),
    },
    {
      key: 'message',
      title: rolloutTexts.message,
      wide: true,
      cell: ({ message, rollback }) => {
        const [tone, label] = (rollback && rollbackStates[rollback.state]) ?? ['still', '']
        return (
          <div className="stack-tight">
            <span>{message === null ? <span className="soft">–</span> : sentence(message)}</span>
            {rollback && (
              <span className="small">
                <Badge tone={tone}>{label}</Badge> {sentence(rollback.message ?? '')}
              </span>
            )}
          </div>
        )
      },
    },
    {
      key: 'checks',
      title: rolloutTexts.checks,
      cell: (step) =>
        step.evidence ? (
          <Button small onClick={() => setShown(step)}>
            {rolloutTexts.showChecks}
          </Button>
        ) : (
          <span className="soft">–</span>
        ),
    },
  ]
  return (
    <>
      <DataTable
        name="rollout-steps"
        label={rolloutTexts.steps}
        columns={columns}
        query={query}
        rowId={({ position }) => position}
        state={state}
        filters={
          <FilterSelect
            label={rolloutTexts.state}
            value={filter}
            options={stateFilters}
            onChange={(value) => state.set({ state: value })}
          />
        }
        rowActions={(step) =>
          step.can_roll_back &&
          can('roll-back-rollout') && (
            <Button small onClick={() => setRolledBack(step)}>
              {rollbackTexts.rollBack}
            </Button>
          )
        }
        empty={() => <EmptyState title={rolloutTexts.noSteps} />}
      />
      {rolledBack && (
        <Suspense fallback={null}>
          <RollBackDialog
            input={{ rollout_id: rolloutId, position: rolledBack.position }}
            title={rollbackTexts.titleSite({ site: rolledBack.site_name || rolledBack.site_url })}
            onClose={() => setRolledBack(null)}
          />
        </Suspense>
      )}
      {shown && (
        <Suspense fallback={null}>
          <StepEvidence step={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
