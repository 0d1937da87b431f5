import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { choiceOf } from '../fleet/site-choice.ts'
import { Button } from '../ui/button.tsx'
import { IconRotateClockwise2 } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type PendingSite, pendingSiteColumns } from './pending-site-columns.tsx'
import { type ChosenSites, UpdateSitesDialog } from './update-sites-dialog.tsx'
import { updatesTexts } from './updates-texts.ts'

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
        label={updatesTexts.updatesBySite}
        columns={pendingSiteColumns}
        query={query}
        rowId={({ id }) => id}
        rowName={({ name, url }) => name || url}
        state={state}
        searchLabel={updatesTexts.searchNameOrAddress}
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
                {updatesTexts.withoutAClient}
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
                title: updatesTexts.updateCount({ count }),
                choice: choiceOf(selection, filter),
                total: count,
              })
            }
          >
            {updatesTexts.update}
          </Button>
        }
        selectAll="by-filter"
        {...(canUpdate && {
          rowActions: ({ id, name, url }) => (
            <Button
              small
              aria-label={updatesTexts.updateEverythingOnName({ name: name || url })}
              onClick={() =>
                setPlanned({
                  title: updatesTexts.updateName({ name: name || url }),
                  choice: { site_ids_or_domains: [id] },
                  total: 1,
                })
              }
            >
              {updatesTexts.update}
            </Button>
          ),
        })}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title={updatesTexts.noSuchSiteWaits}>{updatesTexts.changeTheSearchOr}</EmptyState>
          ) : (
            <EmptyState title={updatesTexts.noUpdatesAreKnown} />
          )
        }
      />
      {planned && <UpdateSitesDialog {...planned} onClose={() => setPlanned(null)} onStarted={selection.clear} />}
    </>
  )
}
