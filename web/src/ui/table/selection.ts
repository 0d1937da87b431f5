import { useCallback, useMemo, useState } from 'react'

export type RowId = number | string

export interface Selection {
  /** Selected one by one. */
  ids: ReadonlySet<RowId>
  /** Set when everything that matches the filters is selected: what was left out since. */
  allExcept: ReadonlySet<RowId> | null
  has(id: RowId): boolean
  count(total: number): number
  toggle(id: RowId, on: boolean): void
  toggleAll(ids: readonly RowId[], on: boolean): void
  replace(ids: readonly RowId[]): void
  /** Selects everything that matches, without reading it. */
  selectAll(): void
  clear(): void
}

interface Selected {
  ids: ReadonlySet<RowId>
  allExcept: ReadonlySet<RowId> | null
  filters: string
}

/** Selected rows stay selected when the page changes. "All that match" ends when the filters change. */
export function useSelection(filters = ''): Selection {
  const [stored, setSelected] = useState<Selected>({ ids: new Set(), allExcept: null, filters })
  const isOutdated = stored.allExcept !== null && stored.filters !== filters
  const ids = stored.ids
  const allExcept = isOutdated ? null : stored.allExcept
  const toggleAll = useCallback(
    (rowIds: readonly RowId[], on: boolean) => {
      setSelected((before) => {
        const isAll = before.allExcept !== null && before.filters === filters
        const next = new Set(isAll ? before.allExcept : before.ids)
        for (const id of rowIds) {
          if (on !== isAll) next.add(id)
          else next.delete(id)
        }
        return isAll ? { ...before, allExcept: next } : { ids: next, allExcept: null, filters }
      })
    },
    [filters],
  )
  return useMemo(
    () => ({
      ids,
      allExcept,
      has: (id) => (allExcept ? !allExcept.has(id) : ids.has(id)),
      count: (total) => (allExcept ? Math.max(0, total - allExcept.size) : ids.size),
      toggleAll,
      toggle: (id, on) => toggleAll([id], on),
      replace: (rowIds) => setSelected({ ids: new Set(rowIds), allExcept: null, filters }),
      selectAll: () => setSelected({ ids: new Set(), allExcept: new Set(), filters }),
      clear: () => setSelected({ ids: new Set(), allExcept: null, filters }),
    }),
    [ids, allExcept, toggleAll, filters],
  )
}
