import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconHistory } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { auditSubject, operationLabels } from './audit-labels.ts'
import { FilterText } from './filter-text.tsx'
import { LogTabs } from './log-tabs.tsx'
import { periods, sinceOf } from './period.ts'

type Line = RowOf<'list-audit'>

const actors: Record<string, string> = { nobody: 'Not signed in', system: 'By itself' }

/** The change may or may not have been made. */
const unknownOutcomes: Readonly<Record<string, string>> = {
  started: 'Started, outcome unknown',
  svc_process_ended: 'Process ended, outcome unknown',
  svc_outcome_unknown: 'Outcome unknown',
  svc_change_unconfirmed: 'Not confirmed',
}

const columns: readonly Column<Line>[] = [
  {
    key: 'what',
    title: 'What',
    primary: true,
    cell: ({ operation, subject }) => (
      <div>
        <span className="row-name">{operationLabels(operation)}</span>
        <div className="soft small audit-subject">{auditSubject(subject)}</div>
      </div>
    ),
  },
  {
    key: 'who',
    title: 'Who',
    cell: ({ actor, actor_kind, key_id }) =>
      actors[actor_kind] ?? (key_id === null ? actor : `${actor}, key ${key_id}`),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: ({ outcome }) =>
      outcome === 'ok' ? (
        <Badge tone="good">Done</Badge>
      ) : unknownOutcomes[outcome] ? (
        <Badge tone="warn">{unknownOutcomes[outcome]}</Badge>
      ) : (
        <Badge tone="bad">{outcome.replace(/^svc_/, '').replaceAll('_', ' ')}</Badge>
      ),
  },
  { key: 'from', title: 'From', cell: ({ address }) => address ?? '–', blank: ({ address }) => address === null },
  { key: 'when', title: 'When', cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
  { key: 'request', title: 'Request', optional: true, wide: true, cell: ({ request_id }) => <code>{request_id}</code> },
]

const none = { actor: '', operation: '', outcome: '', days: '' }

export default function AuditPage() {
  const state = useTableState({ filters: Object.keys(none) })
  const { actor, operation, outcome, days } = state.filters
  const query = useList('list-audit', {
    ...pagingOf(state),
    ...(actor && { actor }),
    ...(operation && { operation: operation.toLowerCase().replaceAll(' ', '-') }),
    ...(outcome && { outcome }),
    ...sinceOf(days),
  })
  return (
    <>
      <PageHeader title="Audit trail">Who did what through Flotilla: people, keys and the timetable.</PageHeader>
      <LogTabs current="audit" />
      <DataTable
        name="audit"
        label="Audit trail"
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        filters={
          <>
            <FilterText label="Who" value={actor} onChange={(actor) => state.set({ actor })} />
            <FilterText label="What" value={operation} onChange={(operation) => state.set({ operation })} />
            <FilterSelect
              label="Outcome"
              value={outcome}
              options={[
                { value: '', label: 'Any outcome' },
                { value: 'ok', label: 'Done' },
                ...Object.entries(unknownOutcomes).map(([value, label]) => ({ value, label })),
              ]}
              onChange={(outcome) => state.set({ outcome })}
            />
            <FilterSelect label="Period" value={days} options={periods} onChange={(days) => state.set({ days })} />
          </>
        }
        empty={(filtered) => (
          <EmptyState
            icon={IconHistory}
            title={filtered ? 'Nothing fits' : 'Nothing was done yet'}
            {...(filtered && { action: <Button onClick={() => state.set(none)}>Clear the filters</Button> })}
          >
            {filtered && 'What is done is named as in the list, such as “sync sites”.'}
          </EmptyState>
        )}
      />
    </>
  )
}
