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

type Input = InputOf<'list-clients'>

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
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
        Add a client
      </Button>
    </Can>
  )
  return (
    <>
      <PageHeader
        title="Clients"
        actions={
          <>
            <LinkButton to="/clients/fields">Custom fields</LinkButton>
            <Can operation="import-clients">
              <LinkButton to="/clients/import" icon={IconUpload}>
                Import
              </LinkButton>
            </Can>
            <Button icon={IconDownload} onClick={() => void download('export-clients', {}, 'Writing the list')}>
              Export
            </Button>
            {add}
          </>
        }
      >
        Whose sites these are, and what there is to know about them.
      </PageHeader>
      <DataTable
        name="clients"
        label="Clients"
        columns={clientColumns}
        query={query}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        state={state}
        searchLabel="Search name or e-mail"
        filters={
          <FilterSelect
            label="Status"
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
              title="No client fits"
              action={<Button onClick={() => state.set({ search: '', status: '' })}>Clear search and filters</Button>}
            />
          ) : (
            <EmptyState icon={IconUsers} title="No clients yet" action={add}>
              A client holds sites together: one contact, one report, one suspension, and what it all costs.
            </EmptyState>
          )
        }
      />
      {adding && <ClientDialog onClose={() => setAdding(false)} />}
    </>
  )
}
