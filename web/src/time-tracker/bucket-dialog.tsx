import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { findClients } from '../api/find.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { type Option, SelectField, TextField } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { toast } from '../ui/toast.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'

export type Bucket = RowOf<'list-time-buckets'>

const recurrences = [
  { value: 'none', label: timeTrackerTexts.onceItIsNot },
  { value: 'weekly', label: timeTrackerTexts.fullAgainEveryWeek },
  { value: 'monthly', label: timeTrackerTexts.fullAgainEveryMonth },
  { value: 'quarterly', label: timeTrackerTexts.fullAgainEveryQuarter },
  { value: 'yearly', label: timeTrackerTexts.fullAgainEveryYear },
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
      toast(timeTrackerTexts.titleIsSaved({ title: input.title }), { tone: 'good' })
      onClose()
    }
    if (bucket) update.mutate({ bucket_id: bucket.id, ...input }, { onSuccess })
    else add.mutate(input, { onSuccess })
  }
  return (
    <FormDialog
      title={bucket ? timeTrackerTexts.editTitle({ title: bucket.title }) : timeTrackerTexts.addABucketOf}
      action={bucket ? timeTrackerTexts.save : timeTrackerTexts.addTheBucket}
      busy={save.isPending}
      problem={save.error}
      fields={[...Object.keys(values), 'clients']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={timeTrackerTexts.name} {...field('title')} />
      <div className="grid-2">
        <TextField label={timeTrackerTexts.hours} inputMode="decimal" {...field('hours')} />
        <TextField
          label={timeTrackerTexts.priceOfAnHour}
          inputMode="decimal"
          hint={timeTrackerTexts.emptyWithoutAPrice}
          {...field('hourly_price')}
        />
        <SelectField label={timeTrackerTexts.rhythm} options={recurrences} {...field('recurrence')} />
        <TextField
          label={timeTrackerTexts.from}
          type="date"
          hint={timeTrackerTexts.periodsAreReckonedFrom}
          {...field('start_date')}
        />
      </div>
      <MultiPicker
        name="clients"
        label={timeTrackerTexts.clients}
        hint={timeTrackerTexts.whoseWorkMayUse}
        placeholder={timeTrackerTexts.addAClient}
        cacheKey="list-clients"
        selected={clients}
        onChange={setClients}
        search={findClients}
      />
      <TextField label={timeTrackerTexts.details} {...field('description')} />
    </FormDialog>
  )
}
