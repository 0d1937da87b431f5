import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export interface TableState {
  page: number
  size: number
  sort: string
  order: 'asc' | 'desc'
  search: string
  /** What the page's own filters are set to, as text; absent when not set. */
  filters: Readonly<Record<string, string>>
  /** Sets some and leaves the others. Everything but `page` itself goes back to the first page. */
  set(change: Readonly<Record<string, string | number | undefined>>): void
}

interface Defaults {
  sort?: string
  order?: 'asc' | 'desc'
  size?: number
  filters?: readonly string[]
}

export const sizes = [25, 50, 100]

/** Where a table stands lives in the address: it can be shared, reloaded and left with Back. */
export function useTableState({ sort = '', order = 'asc', size = 50, filters = [] }: Defaults = {}): TableState {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>
  const navigate = useNavigate()
  const set = useCallback<TableState['set']>(
    (change) => {
      const keepsPage = 'page' in change
      const { page: _, ...rest } = search
      const next = { ...(keepsPage ? search : rest), ...change }
      const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== '')
      const replaced = Object.fromEntries(kept.map(([key, value]) => [key, String(value)]))
      // biome-ignore lint/suspicious/noExplicitAny: the table stands on many pages
      void navigate({ to: '.', search: replaced as any, replace: 'search' in change, resetScroll: false })
    },
    [search, navigate],
  )
  const names = filters.join()
  return useMemo(() => {
    const wanted = names === '' ? [] : names.split(',')
    return {
      page: Math.max(1, Number(search.page) || 1),
      size: sizes.includes(Number(search.size)) ? Number(search.size) : size,
      sort: search.sort ?? sort,
      order: search.order === 'asc' || search.order === 'desc' ? search.order : order,
      search: search.search ?? '',
      filters: Object.fromEntries(wanted.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
      set,
    }
  }, [search, set, names, size, sort, order])
}

/** The part of a list operation's input that every table has. */
export const pagingOf = ({ page, size }: TableState) => ({ page, per_page: size })
