import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'

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
      toast(`The field ${values.name} is saved.`, { tone: 'good' })
      onClose()
    }
    if (field) update.mutate({ id_name: field.field_id, ...values }, { onSuccess })
    else add.mutate(values, { onSuccess })
  }
  return (
    <FormDialog
      title={field ? `Edit ${field.name}` : 'Add a custom field'}
      action={field ? 'Save' : 'Add the field'}
      busy={save.isPending}
      problem={save.error}
      fields={['name', 'description']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label="Name" value={name} onChange={setName} />
      <TextField
        name="description"
        label="What it is for"
        hint="Shown below the field when somebody fills it in."
        value={description}
        onChange={setDescription}
      />
    </FormDialog>
  )
}
