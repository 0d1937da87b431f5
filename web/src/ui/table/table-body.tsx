import { type ReactNode, useDeferredValue } from 'react'
import type { Column } from './column.ts'
import type { RowId, Selection } from './selection.ts'
import { TableRow } from './table-rows.tsx'

interface Body<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => RowId
  rowName?: ((row: Row) => string) | undefined
  /** Present when rows can be chosen. */
  selection?: Selection | undefined
  rowActions?: ((row: Row) => ReactNode) | undefined
}

// As many as a large window shows.
const atOnce = 20
const usualHeight = 57

/** The rows that can be seen are drawn at once, the others right after: a hundred rows together would hold up the page. */
export function TableBody<Row>({ rows, columns, rowId, rowName, selection, rowActions }: Body<Row>) {
  const most = useDeferredValue(Number.POSITIVE_INFINITY, atOnce)
  const missing = rows.length - most
  return (
    <tbody>
      {(missing > 0 ? rows.slice(0, most) : rows).map((row) => {
        const id = rowId(row)
        return (
          <TableRow
            key={id}
            row={row}
            columns={columns}
            actions={rowActions?.(row)}
            {...(selection && {
              pick: {
                chosen: selection.ids.has(id),
                label: `Choose ${rowName?.(row) ?? id}`,
                onChange: (on: boolean) => selection.toggle(id, on),
              },
            })}
          />
        )
      })}
      {missing > 0 && (
        // Keeps their place, so that whoever comes back is where they were.
        <tr aria-hidden style={{ height: missing * usualHeight }} />
      )}
    </tbody>
  )
}
