import { useCallback, useMemo, useState } from 'react'

export type RowId = number | string

export interface Selection {
  ids: ReadonlySet<RowId>
  toggle(id: RowId, on: boolean): void
  toggleAll(ids: readonly RowId[], on: boolean): void
  replace(ids: readonly RowId[]): void
  clear(): void
}

/** Selected rows stay selected when the page changes. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<RowId>>(new Set())
  const toggleAll = useCallback((rowIds: readonly RowId[], on: boolean) => {
    setIds((before) => {
      const next = new Set(before)
      for (const id of rowIds) {
        if (on) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  return useMemo(
    () => ({
      ids,
      toggleAll,
      toggle: (id, on) => toggleAll([id], on),
      replace: (rowIds) => setIds(new Set(rowIds)),
      clear: () => setIds(new Set()),
    }),
    [ids, toggleAll],
  )
}
