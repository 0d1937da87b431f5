import { findClients, findSites } from '../api/find.ts'
import { useList } from '../api/query.ts'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { clockText } from './clock-text.ts'
import { asOptions, paymentStatuses, taskStatuses } from './task-labels.ts'
import type { TaskValues } from './task-values.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'

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
      label: timeTrackerTexts.titleRemainingdurationHLeft({ title, remainingduration: clockText(remaining_duration) }),
    }))
  return (
    <>
      <TextField
        name="title"
        label={timeTrackerTexts.whatIsDone}
        value={values.title}
        onChange={(title) => set({ title })}
      />
      <div className="grid-2">
        <PickerField
          name="client"
          label={timeTrackerTexts.client}
          placeholder={timeTrackerTexts.noClient}
          cacheKey="list-clients"
          selected={values.client}
          onSelect={(client) => set({ client, bucket_id: '' })}
          search={findClients}
        />
        <SelectField
          name="bucket_id"
          label={timeTrackerTexts.bucketOfHours}
          value={values.bucket_id}
          onChange={(bucket_id) => set({ bucket_id })}
          options={[{ value: '', label: timeTrackerTexts.none }, ...bucketOptions]}
        />
        <TextField
          name="duration"
          label={timeTrackerTexts.time}
          placeholder="1:30"
          hint={timeTrackerTexts.hoursAndMinutesReplaces}
          value={values.duration}
          onChange={(duration) => set({ duration })}
        />
        <TextField
          name="date"
          label={timeTrackerTexts.day}
          type="date"
          hint={timeTrackerTexts.emptyMeansToday}
          value={values.date}
          onChange={(date) => set({ date })}
        />
        <TextField
          name="hourly_price"
          label={timeTrackerTexts.priceOfAnHour}
          inputMode="decimal"
          hint={timeTrackerTexts.emptyThePriceOf}
          value={values.hourly_price}
          onChange={(hourly_price) => set({ hourly_price })}
        />
        <SelectField
          name="task_status"
          label={timeTrackerTexts.work}
          value={values.task_status}
          onChange={(task_status) => set({ task_status })}
          options={asOptions(taskStatuses)}
        />
        <SelectField
          name="payment_status"
          label={timeTrackerTexts.bill}
          value={values.payment_status}
          onChange={(payment_status) => set({ payment_status })}
          options={asOptions(paymentStatuses)}
        />
      </div>
      <MultiPicker
        name="sites"
        label={timeTrackerTexts.sites}
        placeholder={timeTrackerTexts.addASite}
        cacheKey="list-sites"
        selected={values.sites}
        onChange={(sites) => set({ sites })}
        search={findSites}
      />
      <TextArea
        name="description"
        label={timeTrackerTexts.details}
        value={values.description}
        onChange={(description) => set({ description })}
      />
    </>
  )
}
