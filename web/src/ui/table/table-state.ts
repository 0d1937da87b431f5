import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export interface TableState {
  page: number
  size: number
  sort: string
  order: 'asc' | 'desc'
  search: string
  /** The page's own filters; absent when not set. */
  filters: Readonly<Record<string, string>>
  /** Changes some parameters. Every change except of `page` returns to the first page. `replace`: Back does not return to before. */
  set(change: Readonly<Record<string, string | number | undefined>>, options?: { replace?: boolean }): void
}

interface Defaults {
  sort?: string
  order?: 'asc' | 'desc'
  size?: number
  filters?: readonly string[]
}

export const sizes = [25, 50, 100]

/** The state of a table is in the URL: it can be shared, reloaded and undone with Back. */
export function useTableState({ sort = '', order = 'asc', size = 50, filters = [] }: Defaults = {}): TableState {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>
  const navigate = useNavigate()
  const set = useCallback<TableState['set']>(
    (change, { replace = 'search' in change } = {}) => {
      const hasPage = 'page' in change
      const { page: _, ...rest } = search
      const next = { ...(hasPage ? search : rest), ...change }
      const filled = Object.entries(next).filter(([, value]) => value !== undefined && value !== '')
      const replaced = Object.fromEntries(filled.map(([key, value]) => [key, String(value)]))
      // biome-ignore lint/suspicious/noExplicitAny: the table is used on many pages
      void navigate({ to: '.', search: replaced as any, replace, resetScroll: false })
    },
    [search, navigate],
  )
  const names = filters.join()
  return useMemo(() => {
    const filterNames = names === '' ? [] : names.split(',')
    return {
      page: Math.max(1, Math.trunc(Number(search.page)) || 1),
      size: sizes.includes(Number(search.size)) ? Number(search.size) : size,
      sort: search.sort ?? sort,
      order: search.order === 'asc' || search.order === 'desc' ? search.order : order,
      search: search.search ?? '',
      filters: Object.fromEntries(filterNames.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
      set,
    }
  }, [search, set, names, size, sort, order])
}

/** The input that all list operations have in common. */
export const pagingOf = ({ page, size }: TableState) => ({ page, per_page: size })
