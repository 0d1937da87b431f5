import { useMemo } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useLocalList } from '../ui/table/local-list.ts'
import { useTableState } from '../ui/table/table-state.ts'
import type { ImportField } from './import-page.tsx'
import type { ImportRow, RowState } from './import-rows.ts'
import { importTexts } from './import-texts.ts'

const stateLabels: Record<Exclude<RowState, 'open' | 'ready'>, [Tone, string]> = {
  wrong: ['warn', importTexts.stateWrong],
  skipped: ['still', importTexts.stateSkipped],
  running: ['note', importTexts.stateRunning],
  created: ['good', importTexts.stateCreated],
  merged: ['good', importTexts.stateMerged],
  failed: ['bad', importTexts.stateFailed],
}

function RowOutcome({ row: { state, action } }: { row: ImportRow }) {
  if (state === 'open') return <span className="soft">–</span>
  const plan = action === 'update' ? importTexts.stateMerge : importTexts.stateReady
  const [tone, label] = state === 'ready' ? (['note', plan] as const) : stateLabels[state]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

const filters = [
  { value: '', label: importTexts.allRows },
  ...(['created', 'merged', 'skipped', 'wrong', 'failed'] as const).map((state) => ({
    value: state,
    label: stateLabels[state][1],
  })),
]

const noQuery = { error: null, refetch: async () => ({}) as never, isPlaceholderData: false }

/** All rows with what will become or became of them. */
export function ResultList({ rows, fields }: { rows: readonly ImportRow[]; fields: readonly ImportField[] }) {
  const state = useTableState({ filters: ['outcome'] })
  const { outcome } = state.filters
  const shown = useMemo(() => (outcome ? rows.filter((row) => row.state === outcome) : rows), [rows, outcome])
  // Rows of users and sites can have passwords.
  const list = useLocalList(noQuery, shown, state, {}, false)
  const main = fields[0]?.name ?? ''
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const columns: readonly Column<ImportRow>[] = [
    {
      key: 'entry',
      title: importTexts.entry,
      primary: true,
      cell: ({ number, fields: cells }) => (
        <div className="import-entry">
          <div className="cut row-name">{cells[main] || '–'}</div>
          <div className="soft small">
            {importTexts.rowNumber({ number })}
            {main !== 'name' && cells.name && `, ${cells.name}`}
          </div>
        </div>
      ),
    },
    { key: 'outcome', title: importTexts.outcome, cell: (row) => <RowOutcome row={row} /> },
    {
      key: 'reason',
      title: importTexts.reason,
      wide: true,
      blank: (row) => reasonOf(row, labels) === '',
      cell: (row) => <span className="import-message">{reasonOf(row, labels)}</span>,
    },
  ]
  return (
    <DataTable
      name="import"
      label={importTexts.resultTitle}
      columns={columns}
      query={list}
      rowId={({ number }) => number}
      state={state}
      filters={
        <FilterSelect
          label={importTexts.outcome}
          value={outcome}
          options={filters}
          onChange={(value) => state.set({ outcome: value })}
        />
      }
      empty={() => <EmptyState title={importTexts.allRows} />}
    />
  )
}

/** A reason that begins with a capital letter is a sentence of its own. */
const reasonOf = ({ message, problems }: ImportRow, labels: ReadonlyMap<string, string>): string =>
  message ??
  Object.entries(problems)
    .map(([name, reason]) => (/^\p{Lu}/u.test(reason) ? reason : `${labels.get(name) ?? name} ${reason}`))
    .join('\n')
