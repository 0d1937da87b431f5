import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { download } from '../actions/download.ts'
import { useList } from '../api/query.ts'
import { Can } from '../api/session.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconDownload, IconPlus, IconUpload, IconUsers } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { clientColumns } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { ClientRowActions } from './client-row-actions.tsx'
import { clientsTexts } from './clients-texts.ts'

type Input = InputOf<'list-clients'>

const statuses = [
  { value: '', label: clientsTexts.anyStatus },
  { value: 'active', label: clientsTexts.active },
  { value: 'suspended', label: clientsTexts.suspended },
]

export default function ClientsPage() {
  const state = useTableState({ sort: 'name', filters: ['status'] })
  const [adding, setAdding] = useState(false)
  const query = useList('list-clients', {
    ...pagingOf(state),
    ...(state.search !== '' && { search: state.search }),
    ...(state.filters.status && { status: state.filters.status as Input['status'] }),
    orderby: state.sort as Input['orderby'],
    order: state.order,
  })
  const add = (
    <Can operation="add-client">
      <Button icon={IconPlus} tone="primary" onClick={() => setAdding(true)}>
        {clientsTexts.addAClient}
      </Button>
    </Can>
  )
  return (
    <>
      <PageHeader
        title={clientsTexts.clients}
        actions={
          <>
            <LinkButton to="/clients/fields">{clientsTexts.customFields}</LinkButton>
            <Can operation="import-clients">
              <LinkButton to="/clients/import" icon={IconUpload}>
                {clientsTexts.import}
              </LinkButton>
            </Can>
            <Button
              icon={IconDownload}
              onClick={() => void download('export-clients', {}, clientsTexts.writingTheList)}
            >
              {clientsTexts.export}
            </Button>
            {add}
          </>
        }
      >
        {clientsTexts.whoseSitesTheseAre}
      </PageHeader>
      <DataTable
        name="clients"
        label={clientsTexts.clients}
        columns={clientColumns}
        query={query}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        state={state}
        searchLabel={clientsTexts.searchNameOrE}
        filters={
          <FilterSelect
            label={clientsTexts.status}
            value={state.filters.status}
            options={statuses}
            onChange={(status) => state.set({ status })}
          />
        }
        rowActions={(client) => <ClientRowActions client={client} />}
        empty={(filtered) =>
          filtered ? (
            <EmptyState
              icon={IconUsers}
              title={clientsTexts.noClientFits}
              action={
                <Button onClick={() => state.set({ search: '', status: '' })}>
                  {clientsTexts.clearSearchAndFilters}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconUsers} title={clientsTexts.noClientsYet} action={add}>
              {clientsTexts.aClientHoldsSites}
            </EmptyState>
          )
        }
      />
      {adding && <ClientDialog onClose={() => setAdding(false)} />}
    </>
  )
}
