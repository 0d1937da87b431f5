import type { ReactNode } from 'react'
import { IconChevronDown, IconChevronUp } from '../icons.ts'
import type { Column } from './column.ts'
import type { TableState } from './table-state.ts'

export function HeadCell<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { title, sort, number, primary, gives } = column
  const className =
    [number && 'number', primary && 'primary-cell', gives !== undefined && 'gives'].filter(Boolean).join(' ') ||
    undefined
  const style = gives === undefined ? undefined : { width: `${gives}%` }
  if (sort === undefined)
    return (
      <th className={className} style={style}>
        {title}
      </th>
    )
  const sorted = state.sort === sort
  const turned = sorted && state.order === 'asc' ? 'desc' : 'asc'
  return (
    <th
      className={className}
      style={style}
      aria-sort={sorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={() => state.set({ sort, order: turned })}>
        {title}
        {sorted && (state.order === 'asc' ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />)}
      </button>
    </th>
  )
}

interface Pick {
  chosen: boolean
  label: string
  onChange: (chosen: boolean) => void
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
    <tr className={pick?.chosen ? 'chosen' : undefined}>
      {pick && (
        <td className="pick">
          <input
            type="checkbox"
            aria-label={pick.label}
            checked={pick.chosen}
            onChange={(event) => pick.onChange(event.target.checked)}
          />
        </td>
      )}
      {columns.map(({ key, title, cell, number, primary, gives, wide, blank }) => (
        <td
          key={key}
          data-title={primary ? undefined : title}
          className={[
            number && 'number',
            primary && 'primary-cell',
            gives !== undefined && 'gives',
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
