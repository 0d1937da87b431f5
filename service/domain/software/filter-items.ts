import { z } from 'zod'
import { search } from '../../operation/shapes.ts'
import type { ItemWithUpdate } from './software.ts'

const status = z.enum(['all', 'active', 'inactive'])

/** Filters of the list of one site's plugins or themes. Without page and per_page the list is complete. */
const itemFilter = {
  has_update: z.boolean().optional(),
  search: search.describe('Part of the name or slug.'),
  page: z.int().min(1).max(1_000_000).optional(),
  per_page: z.int().min(1).max(100).optional(),
}
export const pluginFilter = { status: status.default('all'), must_use: z.boolean().optional(), ...itemFilter }
export const themeFilter = { status: status.optional(), ...itemFilter }

export const pageFields = { page: z.int().optional(), per_page: z.int().optional(), total: z.int() }

interface ItemFilter {
  status?: z.output<typeof status> | undefined
  has_update?: boolean | undefined
  must_use?: boolean | undefined
  search: string
  page?: number | undefined
  per_page?: number | undefined
}

/** A site has a few dozen items: filtering them needs no query. */
export function filterItems(
  installed: readonly ItemWithUpdate[],
  filter: ItemFilter,
): { items: ItemWithUpdate[]; page?: number; per_page?: number; total: number } {
  const { status = 'all', has_update, must_use, page, per_page } = filter
  const term = filter.search.toLowerCase()
  const matching = installed.filter(
    (item) =>
      (status === 'all' || item.active === (status === 'active')) &&
      (has_update === undefined || (item.update_version !== null) === has_update) &&
      (must_use === undefined || item.must_use === must_use) &&
      (item.name.toLowerCase().includes(term) || item.slug.toLowerCase().includes(term)),
  )
  if (page === undefined && per_page === undefined) return { items: matching, total: matching.length }
  const [at, size] = [page ?? 1, per_page ?? 50]
  return { items: matching.slice((at - 1) * size, at * size), page: at, per_page: size, total: matching.length }
}
