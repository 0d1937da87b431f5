import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { findClients } from '../api/find.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { type Option, SelectField, TextField } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { toast } from '../ui/toast.tsx'

export type Bucket = RowOf<'list-time-buckets'>

const recurrences = [
  { value: 'none', label: 'Once: it is not filled again' },
  { value: 'weekly', label: 'Full again every week' },
  { value: 'monthly', label: 'Full again every month' },
  { value: 'quarterly', label: 'Full again every quarter' },
  { value: 'yearly', label: 'Full again every year' },
]

/** Adds or edits a bucket of hours. */
export function BucketDialog({ bucket, onClose }: { bucket?: Bucket; onClose: () => void }) {
  const [values, setValues] = useState({
    title: bucket?.title ?? '',
    hours: bucket ? String(bucket.hours) : '',
    hourly_price: bucket?.hourly_price == null ? '' : String(bucket.hourly_price),
    recurrence: bucket?.recurrence ?? 'monthly',
    start_date: bucket?.start_date ?? '',
    description: bucket?.description ?? '',
  })
  const [clients, setClients] = useState<Option[]>(
    bucket?.clients.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
  )
  const add = useAction('add-time-bucket')
  const update = useAction('update-time-bucket')
  const save = bucket ? update : add
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  const submit = () => {
    const input = {
      ...values,
      title: values.title.trim(),
      hours: Number(values.hours),
      recurrence: values.recurrence as InputOf<'add-time-bucket'>['recurrence'],
      clients: clients.map(({ value }) => Number(value)),
    }
    const onSuccess = () => {
      toast(`${input.title} is saved.`, { tone: 'good' })
      onClose()
    }
    if (bucket) update.mutate({ bucket_id: bucket.id, ...input }, { onSuccess })
    else add.mutate(input, { onSuccess })
  }
  return (
    <FormDialog
      title={bucket ? `Edit ${bucket.title}` : 'Add a bucket of hours'}
      action={bucket ? 'Save' : 'Add the bucket'}
      busy={save.isPending}
      problem={save.error}
      fields={[...Object.keys(values), 'clients']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" {...field('title')} />
      <div className="grid-2">
        <TextField label="Hours" inputMode="decimal" {...field('hours')} />
        <TextField
          label="Price of an hour"
          inputMode="decimal"
          hint="Empty: without a price."
          {...field('hourly_price')}
        />
        <SelectField label="Rhythm" options={recurrences} {...field('recurrence')} />
        <TextField label="From" type="date" hint="Periods are reckoned from this day." {...field('start_date')} />
      </div>
      <MultiPicker
        name="clients"
        label="Clients"
        hint="Whose work may use it. None means anybody’s."
        placeholder="Add a client"
        cacheKey="list-clients"
        selected={clients}
        onChange={setClients}
        search={findClients}
      />
      <TextField label="Details" {...field('description')} />
    </FormDialog>
  )
}
