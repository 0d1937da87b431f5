import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { List } from '../../api/call.ts'
import type { Problem } from '../../api/problem.ts'
import { ErrorState, Loading } from '../states.tsx'
import { BulkBar, type SelectAll } from './bulk-bar.tsx'
import { type Column, selectedColumns, storeColumns } from './column.ts'
import type { RowId, Selection } from './selection.ts'
import { TableBody } from './table-body.tsx'
import { TableFoot } from './table-foot.tsx'
import { HeadCell } from './table-rows.tsx'
import type { TableState } from './table-state.ts'
import { tableTexts } from './table-texts.ts'
import { TableTools } from './table-tools.tsx'

export interface DataTableProps<Row> {
  /** Selected columns are stored under this name. */
  name: string
  /** Columns of a saved view; the user can change them for now. */
  viewColumns?: readonly string[] | null
  /** Receives the shown columns. */
  onColumns?: (keys: string[]) => void
  /** Accessible name of the table: "Sites". */
  label: string
  columns: readonly Column<Row>[]
  query: UseQueryResult<List<Row>, Problem>
  rowId: (row: Row) => RowId
  rowName?: (row: Row) => string
  state: TableState
  /** Label of the search field; without it there is none. */
  searchLabel?: string
  /** Controls next to the search field. */
  filters?: ReactNode
  /** Makes rows selectable and renders the actions for them. */
  selection?: Selection
  bulk?: ReactNode
  /** Selects all rows that match the filters. */
  selectAll?: SelectAll
  rowActions?: (row: Row) => ReactNode
  /** Shown for an empty list; `filtered`: a search or filter is set. */
  empty: (filtered: boolean) => ReactNode
}

/** A list that the service sorts, searches and pages. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, query, rowId, rowName, state, selection, bulk, rowActions } = props
  const [shownKeys, setShownKeys] = useState(() => [...(props.viewColumns ?? selectedColumns(name, columns))])
  const shown = columns.filter(({ key, primary }) => primary || shownKeys.includes(key))
  const select = (keys: string[]) => {
    setShownKeys(keys)
    props.onColumns?.(keys)
    if (!props.viewColumns) storeColumns(name, keys)
  }
  const { data, error, isPlaceholderData } = query
  const filtered = state.search !== '' || Object.keys(state.filters).length > 0
  const ids = data?.rows.map(rowId) ?? []
  const isBeyondEnd = useReturnFromBeyondEnd(data, isPlaceholderData, state)
  const pickable = selection !== undefined && bulk !== undefined
  const allSelected = ids.length > 0 && ids.every((id) => selection?.has(id))
  return (
    <section className="card" aria-label={label}>
      <TableTools {...props} shownKeys={shownKeys} onSelectColumns={select} />
      {pickable && selection.count(data?.total ?? 0) > 0 && (
        <BulkBar selection={selection} total={data?.total ?? 0} selectAll={props.selectAll}>
          {bulk}
        </BulkBar>
      )}
      {error && !data ? (
        <ErrorState error={error} retry={() => void query.refetch()} />
      ) : !data || isBeyondEnd ? (
        <div className="card-body">
          <Loading lines={10} />
        </div>
      ) : data.rows.length === 0 ? (
        props.empty(filtered)
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="table-scroll" aria-label={tableTexts.scrolls({ table: label })} tabIndex={0}>
          <table className={isPlaceholderData ? 'table stale' : 'table'}>
            <thead>
              <tr>
                {pickable && (
                  <th className="pick">
                    <input
                      type="checkbox"
                      aria-label={tableTexts.selectPage}
                      checked={allSelected}
                      onChange={(event) => selection.toggleAll(ids, event.target.checked)}
                    />
                  </th>
                )}
                {shown.map((column) => (
                  <HeadCell key={column.key} column={column} state={state} />
                ))}
                {rowActions && (
                  <th className="acts">
                    <span className="unseen">{tableTexts.actions}</span>
                  </th>
                )}
              </tr>
            </thead>
            <TableBody
              rows={data.rows}
              columns={shown}
              rowId={rowId}
              rowName={rowName}
              selection={pickable ? selection : undefined}
              rowActions={rowActions}
            />
          </table>
        </section>
      )}
      {data && data.total > 0 && !isBeyondEnd && (
        <TableFoot
          state={state}
          total={data.total}
          exported={{ name, url: data.exportUrl, rows: data.allRows as readonly object[] | undefined }}
        />
      )}
    </section>
  )
}

/** After the rows of the last page were deleted, or with a wrong number in the address, the page has no rows: shows the last page. */
function useReturnFromBeyondEnd(
  data: List<unknown> | undefined,
  isOfOtherPage: boolean,
  { page, size, set }: TableState,
): boolean {
  const isBeyondEnd = data !== undefined && !isOfOtherPage && data.rows.length === 0 && data.total > 0 && page > 1
  const last = Math.max(1, Math.min(page - 1, Math.ceil((data?.total ?? 0) / size)))
  useEffect(() => {
    if (isBeyondEnd) set({ page: last }, { replace: true })
  }, [isBeyondEnd, last, set])
  return isBeyondEnd
}
