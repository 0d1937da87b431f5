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
  /** Shown at first only where the window is at least this wide, so that no table scrolls sideways on a small laptop. */
  from?: number
  /** Gives way to the other columns where room is short: what does not fit is cut (with `.cut`) or wraps. Its share of the width in percent. */
  gives?: number
  /** On a phone two cells share a line; this one needs a line of its own. */
  wide?: boolean
  /** On a phone an empty cell is left out. */
  blank?: (row: Row) => boolean
}

/** As table.css has it. */
const cardsUpTo = 700

const keep = (table: string) => `flotilla.columns.${table}`

export function chosenColumns<Row>(table: string, columns: readonly Column<Row>[]): string[] {
  const kept = localStorage.getItem(keep(table))
  if (kept !== null) return kept.split(',')
  // On a phone rows are cards, which have room for all.
  const room = window.innerWidth <= cardsUpTo ? Number.POSITIVE_INFINITY : window.innerWidth
  return columns.filter(({ optional, from = 0 }) => !optional && from <= room).map(({ key }) => key)
}

export const keepColumns = (table: string, keys: readonly string[]) => localStorage.setItem(keep(table), keys.join())
