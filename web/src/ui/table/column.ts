import type { ReactNode } from 'react'
import { readPreference, storePreference } from '../../api/preferences.ts'

export interface Column<Row> {
  /** Never changes: selected columns are stored under it. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Sort key of the operation; a column without it cannot be sorted. */
  sort?: string
  /** Aligns numbers right. */
  number?: boolean
  /** Names the row: always shown, the title of the card on a phone. Exactly one column has it. */
  primary?: boolean
  /** Hidden unless selected. */
  optional?: boolean
  /** Shown by default only if the window is at least this wide, so that tables do not scroll sideways on small laptops. */
  from?: number
  /** Shrinks first when space is short: content is truncated (with `.cut`) or wraps. Its share of the width in percent. */
  widthPercent?: number
  /** On a phone two cells share a line; this one takes a whole line. */
  wide?: boolean
  /** On a phone an empty cell is omitted. */
  blank?: (row: Row) => boolean
}

/** Same width as in table.css. */
const cardsUpTo = 700

const storageKey = (table: string) => `flotilla.columns.${table}`

/** Selected by the user in any browser, else before in this one, else by the width of the window. */
export function selectedColumns<Row>(table: string, columns: readonly Column<Row>[]): string[] {
  const preferred = readPreference(`columns.${table}`)
  if (Array.isArray(preferred)) return preferred.map(String)
  const stored = localStorage.getItem(storageKey(table))
  if (stored !== null) return stored.split(',')
  // On a phone rows are cards with space for all columns.
  const width = window.innerWidth <= cardsUpTo ? Number.POSITIVE_INFINITY : window.innerWidth
  return columns.filter(({ optional, from = 0 }) => !optional && from <= width).map(({ key }) => key)
}

export function storeColumns(table: string, keys: readonly string[]): void {
  localStorage.setItem(storageKey(table), keys.join())
  storePreference(`columns.${table}`, [...keys])
}
