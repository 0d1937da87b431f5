import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Stays the same for ever: choices of columns are kept by it. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** What the operation calls this order; without it the column cannot be sorted by. */
  sort?: string
  /** Numbers stand right. */
  number?: boolean
  /** The name of the row: always shown, the title of its card on a phone. One column has it. */
  primary?: boolean
  /** Not shown until somebody asks for it. */
  optional?: boolean
  /** On a phone two cells share a line; this one needs a line of its own. */
  wide?: boolean
  /** On a phone an empty cell is left out. */
  blank?: (row: Row) => boolean
}

const keep = (table: string) => `flotilla.columns.${table}`

export function chosenColumns<Row>(table: string, columns: readonly Column<Row>[]): string[] {
  const kept = localStorage.getItem(keep(table))
  if (kept === null) return columns.filter(({ optional }) => !optional).map(({ key }) => key)
  return kept.split(',')
}

export const keepColumns = (table: string, keys: readonly string[]) => localStorage.setItem(keep(table), keys.join())
