import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import type { List } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { useList } from '../api/query.ts'
import { pagingOf, type TableState } from '../ui/table/table-state.ts'
import type { SiteRow } from './site-columns.tsx'

type Input = InputOf<'list-sites'>

/** The filters of the page as input of list-sites. */
export const siteFilters = ({ search, filters }: TableState) => ({
  ...(search !== '' && { search }),
  ...(filters.status && { status: filters.status as Input['status'] }),
  ...(filters.client_id && { client_id: Number(filters.client_id) }),
  ...(filters.tag_id && { tag_id: Number(filters.tag_id) }),
})

/** A page of sites; the names of their clients and their uptime come beside and never hold the sites up. */
export function useSiteRows(state: TableState): UseQueryResult<List<SiteRow>, Problem> {
  const sites = useList('list-sites', {
    ...pagingOf(state),
    ...siteFilters(state),
    orderby: state.sort as Input['orderby'],
    order: state.order,
    include_details: true,
  })
  const rows = sites.data?.rows ?? []
  const clientIds = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))].sort((a, b) => a - b)
  const siteIds = rows.map(({ id }) => id).sort((a, b) => a - b)
  const clients = useList('list-clients', { include: clientIds, per_page: 100 }, { enabled: clientIds.length > 0 })
  const monitors = useList('list-monitors', { include: siteIds, per_page: 100 }, { enabled: siteIds.length > 0 })
  const data = useMemo(() => {
    if (!sites.data) return undefined
    const clientOf = new Map(clients.data?.rows.map((client) => [client.id, client]))
    const monitorOf = new Map(monitors.data?.rows.map((monitor) => [monitor.id, monitor]))
    const joined = sites.data.rows.map((site): SiteRow => {
      const client = site.client_id === null ? undefined : clientOf.get(site.client_id)
      const monitor = monitorOf.get(site.id)
      return { ...site, ...(client && { client }), ...(monitor && { monitor }) }
    })
    return { ...sites.data, rows: joined }
  }, [sites.data, clients.data, monitors.data])
  return { ...sites, data } as UseQueryResult<List<SiteRow>, Problem>
}
