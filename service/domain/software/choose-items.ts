import type { ItemWithUpdate } from './software.ts'

export interface ItemFilter {
  status?: 'all' | 'active' | 'inactive' | undefined
  has_update?: boolean | undefined
  must_use?: boolean | undefined
  search: string
}

/** A site has a few dozen items: choosing among them needs no query of its own. */
export function chooseItems(items: readonly ItemWithUpdate[], filter: ItemFilter): ItemWithUpdate[] {
  const { status = 'all', has_update, must_use, search } = filter
  const words = search.toLowerCase()
  return items.filter(
    (item) =>
      (status === 'all' || item.active === (status === 'active')) &&
      (has_update === undefined || (item.update_version !== null) === has_update) &&
      (must_use === undefined || item.must_use === must_use) &&
      (item.name.toLowerCase().includes(words) || item.slug.toLowerCase().includes(words)),
  )
}
