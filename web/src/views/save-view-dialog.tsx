import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import type { TableState } from '../ui/table/table-state.ts'
import { toast } from '../ui/toast.tsx'
import { searchOfView, type View } from './view-address.ts'
import { viewTexts } from './view-texts.ts'

type Input = InputOf<'save-view'>

/** The filters of the page as those of a view. */
function filtersOf({ search, filters }: TableState): NonNullable<Input['filters']> {
  const { client_id, tag_id, ...texts } = filters
  return {
    // The service refuses values that its lists do not have.
    ...(texts as NonNullable<Input['filters']>),
    ...(search !== '' && { search }),
    ...(client_id && { client_id: Number(client_id) }),
    ...(tag_id && { tag_id: Number(tag_id) }),
  }
}

export default function SaveViewDialog({
  state,
  view,
  columns,
  onClose,
}: {
  state: TableState
  view: View | undefined
  columns: readonly string[]
  onClose: () => void
}) {
  const own = view?.editable ? view : undefined
  const [name, setName] = useState(own?.name ?? '')
  const [replaces, setReplaces] = useState(own !== undefined)
  const [shared, setShared] = useState(own?.shared ?? false)
  const [keepsColumns, setKeepsColumns] = useState(own ? own.columns !== null : false)
  const save = useAction('save-view')
  const navigate = useNavigate()
  const submit = () =>
    save.mutate(
      {
        ...(own && replaces && { view_id: own.id }),
        name,
        shared,
        filters: filtersOf(state),
        sort: state.sort as NonNullable<Input['sort']>,
        order: state.order,
        columns: keepsColumns ? [...columns] : null,
      },
      {
        onSuccess: (saved) => {
          toast(viewTexts.saved, { tone: 'good' })
          onClose()
          void navigate({ to: '/sites', search: searchOfView(saved) })
        },
      },
    )
  return (
    <Dialog
      title={viewTexts.saveTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{viewTexts.cancel}</Button>
          <Button tone="primary" busy={save.isPending} onClick={submit}>
            {viewTexts.save}
          </Button>
        </>
      }
    >
      <Form problem={save.error} onSubmit={submit} fields={['name']}>
        <p>{viewTexts.explain}</p>
        <TextField name="name" label={viewTexts.name} value={name} onChange={setName} />
        {own && (
          <CheckField
            name="replaces"
            label={viewTexts.update({ name: own.name })}
            checked={replaces}
            onChange={setReplaces}
          />
        )}
        <CheckField name="shared" label={viewTexts.shared} checked={shared} onChange={setShared} />
        <CheckField name="columns" label={viewTexts.columns} checked={keepsColumns} onChange={setKeepsColumns} />
      </Form>
    </Dialog>
  )
}
