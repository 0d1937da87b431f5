import type { UseQueryResult } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/client.ts'
import type { List, RowOf } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { useList } from '../api/query.ts'
import { pagingOf, type TableState } from '../ui/table/table-state.ts'

export type SiteRow = RowOf<'list-sites-table'>
type Input = InputOf<'list-sites-table'>

/** URL parameters in addition to page, order and search. */
export const siteFilterNames = [
  'status',
  'attention',
  'client_id',
  'tag_id',
  'wp_version',
  'php_version',
  'issue',
] as const satisfies readonly string[]

/** Issues, which are not statuses: a connected site can have them. */
const attention: Readonly<Record<string, Input>> = {
  down: { condition: 'down' },
  degraded: { condition: 'degraded' },
  stale: { condition: 'stale' },
  unknown: { condition: 'unknown' },
  disconnected: { condition: 'disconnected' },
  ok: { condition: 'ok' },
  vulnerable: { vulnerable: true },
  updates: { has_updates: true },
  sync_failed: { sync_failed: true },
  no_client: { without_client: true },
}

/** The filters of the page as input of list-sites-table. */
export const siteFilters = ({ search, filters }: TableState): Input => ({
  ...(search !== '' && { search }),
  ...(filters.status && { status: filters.status as Input['status'] }),
  ...(filters.attention && attention[filters.attention]),
  ...(filters.client_id && { client_id: Number(filters.client_id) }),
  ...(filters.tag_id && { tag_ids: [Number(filters.tag_id)] }),
  ...(filters.wp_version && { wp_version: filters.wp_version }),
  ...(filters.php_version && { php_version: filters.php_version }),
  ...(filters.issue && { security_issue: filters.issue }),
})

export const useSiteRows = (state: TableState): UseQueryResult<List<SiteRow>, Problem> =>
  useList('list-sites-table', {
    ...pagingOf(state),
    ...siteFilters(state),
    orderby: state.sort as Input['orderby'],
    order: state.order,
  })
