import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { clientsTexts } from './clients-texts.ts'

export type ClientField = RowOf<'list-client-fields'>

export function ClientFieldDialog({ field, onClose }: { field?: ClientField; onClose: () => void }) {
  const [name, setName] = useState(field?.name ?? '')
  const [description, setDescription] = useState(field?.description ?? '')
  const add = useAction('add-client-field')
  const update = useAction('update-client-field')
  const save = field ? update : add
  const submit = () => {
    const values = { name: name.trim(), description: description.trim() }
    const onSuccess = () => {
      toast(clientsTexts.theFieldNameIs({ name: values.name }), { tone: 'good' })
      onClose()
    }
    if (field) update.mutate({ id_name: field.field_id, ...values }, { onSuccess })
    else add.mutate(values, { onSuccess })
  }
  return (
    <FormDialog
      title={field ? clientsTexts.editName({ name: field.name }) : clientsTexts.addACustomField}
      action={field ? clientsTexts.save : clientsTexts.addTheField}
      busy={save.isPending}
      problem={save.error}
      fields={['name', 'description']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label={clientsTexts.name} value={name} onChange={setName} />
      <TextField
        name="description"
        label={clientsTexts.whatItIsFor}
        hint={clientsTexts.shownBelowTheField}
        value={description}
        onChange={setDescription}
      />
    </FormDialog>
  )
}
