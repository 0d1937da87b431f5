import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { List } from '../../api/call.ts'
import type { Problem } from '../../api/problem.ts'
import type { TableState } from './table-state.ts'

type Sorts<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** Sorts and pages rows in the browser, for answers of sites, which the service does not page. */
export function useLocalList<Row>(
  query: Pick<UseQueryResult<unknown, Problem>, 'error' | 'refetch' | 'isPlaceholderData'>,
  rows: readonly Row[] | undefined,
  state: TableState,
  sorts: Sorts<Row>,
  /** False for rows with what a file should not keep, such as passwords. */
  isExportable = true,
): UseQueryResult<List<Row>, Problem> {
  const { sort, order, page, size } = state
  const sorted = useMemo(() => {
    const by = sorts[sort]
    if (!rows || !by) return rows
    const sign = order === 'asc' ? 1 : -1
    return rows.toSorted((a, b) => sign * compare(by(a), by(b)))
  }, [rows, sort, order, sorts])
  const data = useMemo(
    () =>
      sorted && {
        rows: sorted.slice((page - 1) * size, page * size),
        total: sorted.length,
        page,
        perPage: size,
        ...(isExportable && { allRows: sorted }),
      },
    [sorted, page, size, isExportable],
  )
  return { ...query, data } as UseQueryResult<List<Row>, Problem>
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
}
