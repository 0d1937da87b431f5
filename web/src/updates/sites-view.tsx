import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { choiceOf } from '../fleet/site-choice.ts'
import { Button } from '../ui/button.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { IconRotateClockwise2 } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type PendingSite, pendingSiteColumns } from './pending-site-columns.tsx'
import { type ChosenSites, UpdateSitesDialog } from './update-sites-dialog.tsx'

type Input = InputOf<'list-sites-table'>

export function SitesView() {
  const can = useCan()
  const state = useTableState({ sort: 'updates', order: 'desc', filters: ['client_id', 'tag_id', 'without_client'] })
  const { client_id, tag_id, without_client } = state.filters
  const filter = {
    has_updates: true,
    ...(state.search !== '' && { search: state.search }),
    ...(client_id && { client_id: Number(client_id) }),
    ...(tag_id && { tag_ids: [Number(tag_id)] }),
    ...(without_client && { without_client: true }),
  }
  const query = useList('list-sites-table', {
    ...pagingOf(state),
    ...filter,
    orderby: state.sort as Input['orderby'],
    order: state.order,
  })
  const selection = useSelection(JSON.stringify(filter))
  const count = selection.count(query.data?.total ?? 0)
  const [planned, setPlanned] = useState<ChosenSites | null>(null)
  const canUpdate = can('run-updates')
  return (
    <>
      <DataTable<PendingSite>
        name="update-sites"
        label="Updates by site"
        columns={pendingSiteColumns}
        query={query}
        rowId={({ id }) => id}
        rowName={({ name, url }) => name || url}
        state={state}
        searchLabel="Search name or address"
        filters={
          <>
            <NamedPicker
              noun="client"
              value={client_id}
              onChange={(option) => state.set({ client_id: option?.value, without_client: '' })}
            />
            <NamedPicker noun="tag" value={tag_id} onChange={(option) => state.set({ tag_id: option?.value })} />
            {without_client && (
              <Button tone="quiet" onClick={() => state.set({ without_client: '' })}>
                Without a client ✕
              </Button>
            )}
          </>
        }
        {...(canUpdate && { selection })}
        bulk={
          <Button
            small
            tone="primary"
            icon={IconRotateClockwise2}
            onClick={() =>
              setPlanned({
                title: `Update ${describeCount(count, 'site')}`,
                choice: choiceOf(selection, filter),
                total: count,
              })
            }
          >
            Update
          </Button>
        }
        selectAll="by-filter"
        {...(canUpdate && {
          rowActions: ({ id, name, url }) => (
            <Button
              small
              aria-label={`Update everything on ${name || url}`}
              onClick={() =>
                setPlanned({ title: `Update ${name || url}`, choice: { site_ids_or_domains: [id] }, total: 1 })
              }
            >
              Update
            </Button>
          ),
        })}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No such site waits for updates">Change the search or the filters.</EmptyState>
          ) : (
            <EmptyState title="No updates are known" />
          )
        }
      />
      {planned && <UpdateSitesDialog {...planned} onClose={() => setPlanned(null)} onStarted={selection.clear} />}
    </>
  )
}
