import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useLocalList } from '../ui/table/local-list.ts'
import { useTableState } from '../ui/table/table-state.ts'
import './import.css'

interface ListedRow {
  /** Row number, starting at 1. */
  number: number
  /** Why the row failed, and what to do. */
  message?: string
}

export const messageColumn: Column<ListedRow> = {
  key: 'message',
  title: 'What to do',
  wide: true,
  blank: ({ message }) => message === undefined,
  cell: ({ message }) => message && <span className="import-message">{message}</span>,
}

const filters = [
  { value: '', label: 'All rows' },
  { value: 'failed', label: 'Failed or to correct' },
  { value: 'done', label: 'Imported' },
]

const noQuery = { error: null, refetch: async () => ({}) as never, isPlaceholderData: false }

/** Lists all rows with their outcome; failed rows can be edited and retried. */
export function ImportList<Row extends ListedRow>({
  rows,
  columns,
  isDone,
  isWrong,
  canEdit,
  onEdit,
}: {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  isDone: (row: Row) => boolean
  isWrong: (row: Row) => boolean
  canEdit: (row: Row) => boolean
  onEdit: (row: Row) => void
}) {
  const state = useTableState({ filters: ['outcome'] })
  const { outcome } = state.filters
  const shown = useMemo(
    () => (outcome === undefined ? rows : rows.filter(outcome === 'done' ? isDone : isWrong)),
    [rows, outcome, isDone, isWrong],
  )
  const list = useLocalList(noQuery, shown, state, {})
  return (
    <DataTable
      name="import"
      label="Rows of the import"
      columns={columns}
      query={list}
      rowId={({ number }) => number}
      state={state}
      filters={
        <FilterSelect
          label="Outcome"
          value={outcome}
          options={filters}
          onChange={(value) => state.set({ outcome: value })}
        />
      }
      rowActions={(row) =>
        canEdit(row) && (
          <Button small tone="quiet" onClick={() => onEdit(row)} aria-label={`Edit row ${row.number}`}>
            Edit
          </Button>
        )
      }
      empty={() => <EmptyState title="No such rows" />}
    />
  )
}
