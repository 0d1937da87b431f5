import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { runAction } from '../actions/run-action.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { siteConditionTexts } from '../sites/site-condition-texts.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { ConditionBadge } from '../ui/condition-badge.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { Picker } from '../ui/form/picker.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconUnlink, IconWorld } from '../ui/icons.ts'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { clientsTexts } from './clients-texts.ts'
import { findOwnedSites, type OwnedSite } from './owned-sites.ts'

type Site = RowOf<'list-sites-table'>

const columns: readonly Column<Site>[] = [
  { key: 'site', title: clientsTexts.site, sort: 'name', primary: true, cell: (site) => <SiteName {...site} /> },
  {
    key: 'status',
    title: clientsTexts.status,
    sort: 'status',
    cell: ({ condition }) => <ConditionBadge condition={condition} />,
  },
  {
    key: 'updates',
    title: clientsTexts.updates,
    sort: 'updates',
    number: true,
    cell: ({ updates: { total }, last_sync }) =>
      total > 0 ? <Badge tone="note">{total}</Badge> : <span className="soft">{last_sync === null ? '–' : '0'}</span>,
  },
  {
    key: 'uptime',
    title: clientsTexts.uptime30Days,
    sort: 'uptime',
    number: true,
    cell: ({ uptime_30d }) => (uptime_30d === null ? <span className="soft">–</span> : `${uptime_30d} %`),
  },
  {
    key: 'synced',
    title: siteConditionTexts.lastSuccess,
    sort: 'last_sync',
    wide: true,
    cell: ({ last_sync }) => <RelativeTime at={last_sync} />,
  },
]

export function ClientSites({ clientId, clientName }: { clientId: number; clientName: string }) {
  const can = useCan()
  const state = useTableState({ sort: 'name', size: 25 })
  const [adding, setAdding] = useState(false)
  const query = useList('list-sites-table', {
    ...pagingOf(state),
    client_id: clientId,
    ...(state.search !== '' && { search: state.search }),
    orderby: state.sort as InputOf<'list-sites-table'>['orderby'],
    order: state.order,
  })
  const assignSite = async (siteId: number, name: string, client_id: number | null, before: number | null) => {
    const [doing, done] =
      client_id === null
        ? [clientsTexts.takingNameFromClientname({ name, clientName }), clientsTexts.nameHasNoClient({ name })]
        : [
            clientsTexts.givingNameToClientname({ name, clientName }),
            clientsTexts.nameBelongsToClientname({ name, clientName }),
          ]
    const back = { site_id_or_domain: siteId, client_id: before }
    const undo = () => () =>
      void runAction('update-site', back, { doing: actionTexts.undoing, done: actionTexts.undone })
    setAdding(true)
    await runAction('update-site', { site_id_or_domain: siteId, client_id }, { doing, done, undo })
    setAdding(false)
  }
  const addSite = async ({ value, label: name, client }: OwnedSite) => {
    const question = client && {
      title: clientsTexts.moveTitle({ name, clientName }),
      text: clientsTexts.moveText({ name, other: client.name }),
      action: clientsTexts.moveSite,
    }
    if (!question || (await confirm(question))) await assignSite(Number(value), name, clientId, client?.id ?? null)
  }
  const removeSite = async ({ id, name }: Site) => {
    const text = clientsTexts.nameStaysInThe({ name })
    if (
      await confirm({
        title: clientsTexts.takeNameFromClientname({ name, clientName }),
        text,
        action: clientsTexts.takeItAway,
      })
    ) {
      await assignSite(id, name, null, clientId)
    }
  }
  return (
    <DataTable
      name="client-sites"
      label={clientsTexts.sites}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      searchLabel={clientsTexts.searchItsSites}
      filters={
        can('update-site') && (
          <Picker<OwnedSite>
            label={clientsTexts.addASiteTo}
            placeholder={adding ? clientsTexts.working : clientsTexts.addASite}
            cacheKey={`sites-for-client-${clientId}`}
            selected={null}
            onSelect={(option) => option && void addSite(option)}
            search={(text) => findOwnedSites(text, clientId)}
          />
        )
      }
      {...(can('update-site') && {
        rowActions: (site: Site) => (
          <IconButton
            small
            icon={IconUnlink}
            label={clientsTexts.takeNameAway({ name: site.name })}
            onClick={() => void removeSite(site)}
          />
        ),
      })}
      empty={(filtered) => (
        <EmptyState icon={IconWorld} title={filtered ? clientsTexts.noSiteFits : clientsTexts.noSitesYet}>
          {filtered ? clientsTexts.searchForSomethingElse : clientsTexts.addOneAboveA}
        </EmptyState>
      )}
    />
  )
}
