import { Conditions, containing } from '../../platform/database/conditions.ts'
import type { Listing } from '../../platform/database/listing.ts'

/** A search looks through a narrow table of its own, which no sync writes; `site` is the alias of the sites table. */
export const searchedSitesSql = (site: string, at: number) =>
  `${site}.id in (select site_id from site_words where words like $${at})`

export const searchPattern = (search: string) => containing(search.toLowerCase())

const orders: Record<string, string> = { url: 'url', name: 'name' }

/** Where nothing but words is asked for, in an order that their table has: the sites themselves are looked at last. */
export function byWordsAlone(
  { letters, values }: Conditions,
  { orderBy, order }: { orderBy: string; order: 'asc' | 'desc' },
): { conditions: Conditions; foundIn: NonNullable<Listing['foundIn']> } | null {
  const column = orders[orderBy]
  if (letters !== 'q' || !column) return null
  return {
    conditions: new Conditions().add('W', (at) => `words like $${at}`, ...values),
    foundIn: { from: 'site_words', id: 'site_id', orderBy: `${column} ${order}, site_id ${order}` },
  }
}
