import { useCallback, useMemo, useState } from 'react'

export type RowId = number | string

export interface Selection {
  ids: ReadonlySet<RowId>
  toggle(id: RowId, on: boolean): void
  toggleAll(ids: readonly RowId[], on: boolean): void
  replace(ids: readonly RowId[]): void
  clear(): void
}

/** What is chosen stays chosen while one turns pages. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<RowId>>(new Set())
  const toggleAll = useCallback((wanted: readonly RowId[], on: boolean) => {
    setIds((before) => {
      const next = new Set(before)
      for (const id of wanted) {
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
      replace: (wanted) => setIds(new Set(wanted)),
      clear: () => setIds(new Set()),
    }),
    [ids, toggleAll],
  )
}
