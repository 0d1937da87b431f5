import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { List } from '../../api/call.ts'
import type { Problem } from '../../api/problem.ts'
import { ErrorState, Loading } from '../states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type Column, chosenColumns, keepColumns } from './column.ts'
import type { RowId, Selection } from './selection.ts'
import { TableBody } from './table-body.tsx'
import { TableFoot } from './table-foot.tsx'
import { HeadCell } from './table-rows.tsx'
import type { TableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'

export interface DataTableProps<Row> {
  /** Choices of columns are kept under this name. */
  name: string
  /** What the rows are, for those who hear the page: "Sites". */
  label: string
  columns: readonly Column<Row>[]
  query: UseQueryResult<List<Row>, Problem>
  rowId: (row: Row) => RowId
  rowName?: (row: Row) => string
  state: TableState
  /** Names what is searched for; without it there is no search. */
  searchLabel?: string
  /** Further controls beside the search. */
  filters?: ReactNode
  /** With `bulk` rows can be chosen, and this is what can be done with them. */
  selection?: Selection
  bulk?: ReactNode
  /** Finds the ids of everything the filters let through. */
  selectAll?: () => Promise<readonly RowId[]>
  rowActions?: (row: Row) => ReactNode
  /** Shown when there is nothing; `filtered` says whether a search or filter is to blame. */
  empty: (filtered: boolean) => ReactNode
}

/** A page of a list that the service sorts, searches and pages. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, query, rowId, rowName, state, selection, bulk, rowActions } = props
  const [shownKeys, setShownKeys] = useState(() => chosenColumns(name, columns))
  const shown = columns.filter(({ key, primary }) => primary || shownKeys.includes(key))
  const choose = (keys: string[]) => {
    setShownKeys(keys)
    keepColumns(name, keys)
  }
  const { data, error, isPlaceholderData } = query
  const filtered = state.search !== '' || Object.keys(state.filters).length > 0
  const ids = data?.rows.map(rowId) ?? []
  const pickable = selection !== undefined && bulk !== undefined
  const allChosen = ids.length > 0 && ids.every((id) => selection?.ids.has(id))
  return (
    <section className="card" aria-label={label}>
      <TableTools {...props} shownKeys={shownKeys} onChooseColumns={choose} />
      {pickable && selection.ids.size > 0 && (
        <BulkBar selection={selection} total={data?.total ?? 0} selectAll={props.selectAll}>
          {bulk}
        </BulkBar>
      )}
      {error && !data ? (
        <ErrorState error={error} retry={() => void query.refetch()} />
      ) : !data ? (
        <div className="card-body">
          <Loading lines={10} />
        </div>
      ) : data.rows.length === 0 ? (
        props.empty(filtered)
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="table-scroll" aria-label={`${label}, scrolls sideways`} tabIndex={0}>
          <table className={isPlaceholderData ? 'table waiting' : 'table'}>
            <thead>
              <tr>
                {pickable && (
                  <th className="pick">
                    <input
                      type="checkbox"
                      aria-label="Choose all on this page"
                      checked={allChosen}
                      onChange={(event) => selection.toggleAll(ids, event.target.checked)}
                    />
                  </th>
                )}
                {shown.map((column) => (
                  <HeadCell key={column.key} column={column} state={state} />
                ))}
                {rowActions && (
                  <th className="acts">
                    <span className="unseen">Actions</span>
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
      {data && data.total > 0 && <TableFoot state={state} total={data.total} />}
    </section>
  )
}
