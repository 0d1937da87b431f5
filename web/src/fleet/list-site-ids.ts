import type { InputOf } from '../../../contract/client.ts'
import { callList } from '../api/call.ts'

const idsAtOnce = 100

/** Reads all sites that match a filter, page by page, and returns only their ids. */
export async function listSiteIds(filter: InputOf<'list-sites-table'>): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await callList('list-sites-table', { ...filter, orderby: 'id', page, per_page: idsAtOnce })
    ids.push(...rows.map(({ id }) => id))
    if (ids.length >= total || rows.length === 0) return ids
  }
}
