import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type ClientField, ClientFieldDialog } from './client-field-dialog.tsx'

const columns: readonly Column<ClientField>[] = [
  { key: 'name', title: 'Field', primary: true, cell: ({ name }) => <span className="row-name">{name}</span> },
  {
    key: 'description',
    title: 'What it is for',
    wide: true,
    blank: ({ description }) => description === '',
    cell: ({ description }) => description || <span className="soft">–</span>,
  },
]

/** Custom fields of clients, for example a customer number. */
export default function ClientFieldsPage() {
  const state = useTableState()
  const can = useCan()
  const [editing, setEditing] = useState<ClientField | 'new' | null>(null)
  const [deleting, setDeleting] = useState<ClientField | null>(null)
  const query = useList('list-client-fields', {
    ...pagingOf(state),
    ...(state.search !== '' && { search: state.search }),
  })
  const add = can('add-client-field') && (
    <Button icon={IconPlus} tone="primary" onClick={() => setEditing('new')}>
      Add a field
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Custom fields of clients"
        actions={
          <>
            <LinkButton to="/clients">Back to the clients</LinkButton>
            {add}
          </>
        }
      >
        Every client has these beside name and address.
      </PageHeader>
      <DataTable
        name="client-fields"
        label="Custom fields"
        columns={columns}
        query={query}
        rowId={({ field_id }) => field_id}
        state={state}
        searchLabel="Search fields"
        rowActions={(field) => (
          <span className="row-buttons">
            {can('update-client-field') && (
              <IconButton small icon={IconPencil} label={`Edit ${field.name}`} onClick={() => setEditing(field)} />
            )}
            {can('delete-client-field') && (
              <IconButton small icon={IconTrash} label={`Delete ${field.name}`} onClick={() => setDeleting(field)} />
            )}
          </span>
        )}
        empty={(filtered) => (
          <EmptyState title={filtered ? 'No field fits' : 'No custom fields yet'} action={!filtered && add}>
            {filtered ? 'Search for something else.' : 'For example a customer number, or when the contract ends.'}
          </EmptyState>
        )}
      />
      {editing && <ClientFieldDialog {...(editing !== 'new' && { field: editing })} onClose={() => setEditing(null)} />}
      {deleting && (
        <PlanDialog
          operation="delete-client-field"
          input={{ id_name: deleting.field_id }}
          title={`Delete the field ${deleting.name}`}
          action="Delete"
          doing={`Deleting ${deleting.name}`}
          done={`The field ${deleting.name} is deleted`}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
