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
import { uiTexts } from '../ui/ui-texts.ts'
import { type ClientField, ClientFieldDialog } from './client-field-dialog.tsx'
import { clientsTexts } from './clients-texts.ts'

const columns: readonly Column<ClientField>[] = [
  {
    key: 'name',
    title: clientsTexts.field,
    primary: true,
    cell: ({ name }) => <span className="row-name">{name}</span>,
  },
  {
    key: 'description',
    title: clientsTexts.whatItIsFor,
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
      {clientsTexts.addAField}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={clientsTexts.customFieldsOfClients}
        actions={
          <>
            <LinkButton to="/clients">{clientsTexts.backToTheClients}</LinkButton>
            {add}
          </>
        }
      >
        {clientsTexts.everyClientHasThese}
      </PageHeader>
      <DataTable
        name="client-fields"
        label={clientsTexts.customFields}
        columns={columns}
        query={query}
        rowId={({ field_id }) => field_id}
        state={state}
        searchLabel={clientsTexts.searchFields}
        rowActions={(field) => (
          <span className="row-buttons">
            {can('update-client-field') && (
              <IconButton
                small
                icon={IconPencil}
                label={clientsTexts.editName({ name: field.name })}
                onClick={() => setEditing(field)}
              />
            )}
            {can('delete-client-field') && (
              <IconButton
                small
                icon={IconTrash}
                label={clientsTexts.deleteName({ name: field.name })}
                onClick={() => setDeleting(field)}
              />
            )}
          </span>
        )}
        empty={(filtered) => (
          <EmptyState
            title={filtered ? clientsTexts.noFieldFits : clientsTexts.noCustomFieldsYet}
            action={!filtered && add}
          >
            {filtered ? clientsTexts.searchForSomethingElse : clientsTexts.forExampleACustomer}
          </EmptyState>
        )}
      />
      {editing && <ClientFieldDialog {...(editing !== 'new' && { field: editing })} onClose={() => setEditing(null)} />}
      {deleting && (
        <PlanDialog
          operation="delete-client-field"
          input={{ id_name: deleting.field_id }}
          title={clientsTexts.deleteTheFieldName({ name: deleting.name })}
          action={uiTexts.delete}
          doing={clientsTexts.deletingName({ name: deleting.name })}
          done={clientsTexts.theFieldNameIsDeleted({ name: deleting.name })}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
