import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import type { RowOf } from '../api/call.ts'
import { problemMessage } from '../api/problem-message.ts'
import { useList } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconKey, IconWorld } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { takeOverTexts } from './take-over-texts.ts'

type MovedSite = RowOf<'list-moved-sites'>
type State = MovedSite['state']
type Choice = Pick<InputOf<'take-over-sites'>, 'site_ids_or_domains' | 'tag_ids'>

const states: Record<State, [Tone, string]> = {
  shared: ['note', takeOverTexts.shared],
  failed: ['bad', takeOverTexts.failed],
  unknown: ['warn', takeOverTexts.unknown],
  taken_over: ['good', takeOverTexts.takenOver],
}

const columns: readonly Column<MovedSite>[] = [
  {
    key: 'site',
    title: takeOverTexts.site,
    primary: true,
    cell: ({ site_id, name, url }) => (
      <div style={{ minWidth: 0 }}>
        <Link to="/sites/$siteId" params={{ siteId: String(site_id) }} className="row-name cut">
          {name || hostOf(url)}
        </Link>
        <div className="soft small cut">{hostOf(url)}</div>
      </div>
    ),
  },
  {
    key: 'state',
    title: takeOverTexts.state,
    wide: true,
    cell: ({ state }) => <Badge tone={states[state][0]}>{states[state][1]}</Badge>,
  },
  {
    key: 'reason',
    title: takeOverTexts.reason,
    wide: true,
    blank: ({ error }) => error === null,
    cell: ({ error }) => (error ? <span>{problemMessage(error)}</span> : <span className="soft">–</span>),
  },
  {
    key: 'tried',
    title: takeOverTexts.tried,
    cell: ({ tried_at }) => <RelativeTime at={tried_at} never="–" />,
  },
]

/** Renews the keys of imported sites, so that the old dashboard cannot use them any more. */
export function TakeOverStep() {
  const state = useTableState({ filters: ['state', 'tag_id'] })
  const selection = useSelection()
  const [choice, setChoice] = useState<Choice | null>(null)
  const { tag_id, state: shown } = state.filters
  const query = useList('list-moved-sites', {
    ...pagingOf(state),
    ...(shown && { state: shown as State }),
    ...(tag_id && { tag_id: Number(tag_id) }),
  })
  const counts = query.data?.extra.counts
  return (
    <div className="stack">
      <p>{takeOverTexts.introduction}</p>
      {counts && <Summary counts={counts} />}
      <DataTable
        name="moved-sites"
        label={takeOverTexts.sites}
        columns={columns}
        query={query}
        rowId={({ site_id }) => site_id}
        rowName={({ name, url }) => name || hostOf(url)}
        state={state}
        selection={selection}
        bulk={
          <Button
            small
            icon={IconKey}
            onClick={() => setChoice({ site_ids_or_domains: [...selection.ids].map(Number) })}
          >
            {takeOverTexts.takeOverSelected}
          </Button>
        }
        filters={
          <>
            <FilterSelect
              label={takeOverTexts.state}
              value={shown ?? ''}
              onChange={(value) => state.set({ state: value })}
              options={[
                { value: '', label: takeOverTexts.anyState },
                ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
              ]}
            />
            <NamedPicker noun="tag" value={tag_id} onChange={(tag) => state.set({ tag_id: tag?.value ?? '' })} />
            {tag_id && (
              <Button small icon={IconKey} onClick={() => setChoice({ tag_ids: [Number(tag_id)] })}>
                {takeOverTexts.takeOverTag}
              </Button>
            )}
          </>
        }
        empty={(filtered) => (
          <EmptyState icon={IconWorld} title={filtered ? takeOverTexts.noneMatch : takeOverTexts.none}>
            {filtered ? undefined : takeOverTexts.noneHint}
          </EmptyState>
        )}
      />
      {choice && (
        <PlanDialog
          operation="take-over-sites"
          input={choice}
          title={takeOverTexts.title}
          action={takeOverTexts.takeOver}
          doing={takeOverTexts.starting}
          done={({ sites }) => takeOverTexts.started({ count: sites })}
          danger
          onClose={() => setChoice(null)}
          onDone={selection.clear}
        />
      )}
    </div>
  )
}

function Summary({ counts }: { counts: { shared: number; failed: number; unknown: number; taken_over: number } }) {
  const { shared, failed, unknown, taken_over } = counts
  const total = shared + failed + unknown + taken_over
  if (total === 0) return null
  if (taken_over === total) return <Notice tone="good">{takeOverTexts.allTakenOver({ count: total })}</Notice>
  return (
    <>
      <Notice>{takeOverTexts.summary({ taken: taken_over, total })}</Notice>
      {failed > 0 && <Notice tone="warn">{takeOverTexts.failedCount({ count: failed })}</Notice>}
      {unknown > 0 && <Notice tone="warn">{takeOverTexts.unknownCount({ count: unknown })}</Notice>}
    </>
  )
}
