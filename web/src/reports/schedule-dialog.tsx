import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { parseAddresses } from './parse-addresses.ts'

const days = Array.from({ length: 28 }, (_, day) => ({ value: String(day + 1), label: `Day ${day + 1}` }))

export function ScheduleDialog({
  schedule,
  onClose,
}: {
  schedule: DataOf<'get-report-schedule'>
  onClose: () => void
}) {
  const [active, setActive] = useState(schedule.active)
  const [day, setDay] = useState(String(schedule.day_of_month))
  const [recipients, setRecipients] = useState(schedule.recipients.join(', '))
  const save = useAction('update-report-schedule')
  const submit = () =>
    save.mutate(
      {
        client_id_or_email: schedule.client_id,
        active,
        day_of_month: Number(day),
        recipients: parseAddresses(recipients),
      },
      {
        onSuccess(saved) {
          toast(saved.active ? 'The report goes out every month.' : 'The report is not sent by itself.', {
            tone: 'good',
          })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Monthly report for ${schedule.client_name}`}
      action="Save"
      busy={save.isPending}
      problem={save.error}
      fields={['active', 'day_of_month', 'recipients']}
      onSubmit={submit}
      onClose={onClose}
    >
      <CheckField name="active" label="Send the report every month" checked={active} onChange={setActive} />
      <SelectField
        name="day_of_month"
        label="On"
        hint="It is about the month before."
        value={day}
        onChange={setDay}
        options={days}
      />
      <TextField
        name="recipients"
        label="To"
        hint="Several with commas between. Empty: the client’s own address."
        value={recipients}
        onChange={setRecipients}
      />
    </FormDialog>
  )
}
