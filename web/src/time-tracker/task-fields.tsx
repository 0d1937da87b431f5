import { findClients, findSites } from '../api/find.ts'
import { useList } from '../api/query.ts'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { clockText } from './clock-text.ts'
import { asOptions, paymentStatuses, taskStatuses } from './task-labels.ts'
import type { TaskValues } from './task-values.ts'

export function TaskFields({ values, onChange }: { values: TaskValues; onChange: (values: TaskValues) => void }) {
  const set = (change: Partial<TaskValues>) => onChange({ ...values, ...change })
  // Without a client, only buckets for no particular client apply.
  const buckets = useList('list-time-buckets', {
    per_page: 100,
    ...(values.client && { client_id_or_email: Number(values.client.value) }),
  })
  const bucketOptions = (buckets.data?.rows ?? [])
    .filter(({ clients }) => values.client || clients.length === 0)
    .map(({ id, title, remaining_duration }) => ({
      value: String(id),
      label: `${title} (${clockText(remaining_duration)} h left)`,
    }))
  return (
    <>
      <TextField name="title" label="What is done" value={values.title} onChange={(title) => set({ title })} />
      <div className="grid-2">
        <PickerField
          name="client"
          label="Client"
          placeholder="No client"
          cacheKey="list-clients"
          selected={values.client}
          onSelect={(client) => set({ client, bucket_id: '' })}
          search={findClients}
        />
        <SelectField
          name="bucket_id"
          label="Bucket of hours"
          value={values.bucket_id}
          onChange={(bucket_id) => set({ bucket_id })}
          options={[{ value: '', label: 'None' }, ...bucketOptions]}
        />
        <TextField
          name="duration"
          label="Time"
          placeholder="1:30"
          hint="Hours and minutes. Replaces what was counted so far; leave it empty to use the timer."
          value={values.duration}
          onChange={(duration) => set({ duration })}
        />
        <TextField
          name="date"
          label="Day"
          type="date"
          hint="Empty means today."
          value={values.date}
          onChange={(date) => set({ date })}
        />
        <TextField
          name="hourly_price"
          label="Price of an hour"
          inputMode="decimal"
          hint="Empty: the price of the bucket."
          value={values.hourly_price}
          onChange={(hourly_price) => set({ hourly_price })}
        />
        <SelectField
          name="task_status"
          label="Work"
          value={values.task_status}
          onChange={(task_status) => set({ task_status })}
          options={asOptions(taskStatuses)}
        />
        <SelectField
          name="payment_status"
          label="Bill"
          value={values.payment_status}
          onChange={(payment_status) => set({ payment_status })}
          options={asOptions(paymentStatuses)}
        />
      </div>
      <MultiPicker
        name="sites"
        label="Sites"
        placeholder="Add a site"
        cacheKey="list-sites"
        selected={values.sites}
        onChange={(sites) => set({ sites })}
        search={findSites}
      />
      <TextArea
        name="description"
        label="Details"
        value={values.description}
        onChange={(description) => set({ description })}
      />
    </>
  )
}
