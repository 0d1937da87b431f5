import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useLocalList } from '../../ui/table/local-list.ts'
import { useTableState } from '../../ui/table/table-state.ts'
import { adminOf, canImport, type ImportRow, isDone, type RowState, urlOf } from './import-rows.ts'

const looks: Record<RowState, [Tone, string]> = {
  new: ['still', 'Not imported yet'],
  wrong: ['warn', 'Needs correcting'],
  waiting: ['still', 'Waiting'],
  running: ['note', 'Connecting'],
  failed: ['bad', 'Failed'],
  added: ['good', 'Added'],
  connected: ['good', 'Connected'],
  unchanged: ['good', 'Was here already'],
}

const columns: readonly Column<ImportRow>[] = [
  {
    key: 'site',
    title: 'Site',
    primary: true,
    cell: ({ number, fields, siteId }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          {siteId === undefined ? (
            <span className="row-name">{urlOf(fields) || 'No address'}</span>
          ) : (
            <Link to="/sites/$siteId" params={{ siteId: String(siteId) }} className="row-name">
              {urlOf(fields)}
            </Link>
          )}
        </div>
        <div className="soft small">
          Row {number}
          {fields.name && `, ${fields.name}`}
        </div>
      </div>
    ),
  },
  { key: 'admin', title: 'Administrator', cell: ({ fields }) => adminOf(fields) || <span className="soft">–</span> },
  {
    key: 'state',
    title: 'Outcome',
    cell: ({ state }) => (
      <Badge tone={looks[state][0]} dot>
        {looks[state][1]}
      </Badge>
    ),
  },
  {
    key: 'message',
    title: 'What to do',
    wide: true,
    blank: ({ message }) => message === undefined,
    cell: ({ message }) => message && <span className="quote">{message}</span>,
  },
]

const filters = [
  { value: '', label: 'All rows' },
  { value: 'failed', label: 'Failed or to correct' },
  { value: 'done', label: 'Imported' },
]

const noQuery = { error: null, refetch: async () => ({}) as never, isPlaceholderData: false }

/** Every row with what has come of it; what failed is corrected and tried again right here. */
export function ImportTable({ rows, onEdit }: { rows: readonly ImportRow[]; onEdit: (row: ImportRow) => void }) {
  const state = useTableState({ filters: ['outcome'] })
  const { outcome } = state.filters
  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          outcome === undefined || (outcome === 'done' ? isDone(row) : row.state === 'failed' || row.state === 'wrong'),
      ),
    [rows, outcome],
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
        canImport(row) && (
          <Button small tone="quiet" onClick={() => onEdit(row)} aria-label={`Edit row ${row.number}`}>
            Edit
          </Button>
        )
      }
      empty={() => <EmptyState title="No such rows" />}
    />
  )
}
