import type { ReactNode } from 'react'
import { IconChevronDown, IconChevronUp } from '../icons.ts'
import type { Column } from './column.ts'
import type { TableState } from './table-state.ts'

export function HeadCell<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { title, sort, number, primary, widthPercent } = column
  const className =
    [number && 'number', primary && 'primary-cell', widthPercent !== undefined && 'shrinks']
      .filter(Boolean)
      .join(' ') || undefined
  const style = widthPercent === undefined ? undefined : { width: `${widthPercent}%` }
  if (sort === undefined)
    return (
      <th className={className} style={style}>
        {title}
      </th>
    )
  const sorted = state.sort === sort
  const nextOrder = sorted && state.order === 'asc' ? 'desc' : 'asc'
  return (
    <th
      className={className}
      style={style}
      aria-sort={sorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={() => state.set({ sort, order: nextOrder })}>
        {title}
        {sorted && (state.order === 'asc' ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />)}
      </button>
    </th>
  )
}

interface Pick {
  selected: boolean
  label: string
  onChange: (selected: boolean) => void
}

export function TableRow<Row>({
  row,
  columns,
  pick,
  actions,
}: {
  row: Row
  columns: readonly Column<Row>[]
  pick?: Pick
  actions?: ReactNode
}) {
  return (
    <tr className={pick?.selected ? 'selected' : undefined}>
      {pick && (
        <td className="pick">
          <input
            type="checkbox"
            aria-label={pick.label}
            checked={pick.selected}
            onChange={(event) => pick.onChange(event.target.checked)}
          />
        </td>
      )}
      {columns.map(({ key, title, cell, number, primary, widthPercent, wide, blank }) => (
        <td
          key={key}
          data-title={primary ? undefined : title}
          className={[
            number && 'number',
            primary && 'primary-cell',
            widthPercent !== undefined && 'shrinks',
            wide && 'wide',
            blank?.(row) && 'blank',
          ]
            .filter(Boolean)
            .join(' ')}
        >
          {cell(row)}
        </td>
      ))}
      {actions !== undefined && <td className="acts">{actions}</td>}
    </tr>
  )
}
