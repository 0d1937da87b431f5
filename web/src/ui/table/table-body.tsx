import { type ReactNode, useDeferredValue } from 'react'
import type { Column } from './column.ts'
import type { RowId, Selection } from './selection.ts'
import { TableRow } from './table-rows.tsx'
import { tableTexts } from './table-texts.ts'

interface Body<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => RowId
  rowName?: ((row: Row) => string) | undefined
  /** Set when rows are selectable. */
  selection?: Selection | undefined
  rowActions?: ((row: Row) => ReactNode) | undefined
}

// As many as fit into a large window.
const atOnce = 20
const usualHeight = 57

/** Renders the visible rows first and the others right after, so that a hundred rows do not block the page. */
export function TableBody<Row>({ rows, columns, rowId, rowName, selection, rowActions }: Body<Row>) {
  const max = useDeferredValue(Number.POSITIVE_INFINITY, atOnce)
  const missing = rows.length - max
  return (
    <tbody>
      {(missing > 0 ? rows.slice(0, max) : rows).map((row) => {
        const id = rowId(row)
        return (
          <TableRow
            key={id}
            row={row}
            columns={columns}
            actions={rowActions?.(row)}
            {...(selection && {
              pick: {
                selected: selection.has(id),
                label: tableTexts.selectRow({ row: rowName?.(row) ?? id }),
                onChange: (on: boolean) => selection.toggle(id, on),
              },
            })}
          />
        )
      })}
      {missing > 0 && (
        // Reserves their height, so that Back restores the scroll position.
        <tr aria-hidden style={{ height: missing * usualHeight }} />
      )}
    </tbody>
  )
}
