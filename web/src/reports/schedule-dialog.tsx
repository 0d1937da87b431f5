import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { parseAddresses } from './parse-addresses.ts'
import { reportsTexts } from './reports-texts.ts'

const days = Array.from({ length: 28 }, (_, day) => ({
  value: String(day + 1),
  label: reportsTexts.dayValue({ value: day + 1 }),
}))

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
          toast(saved.active ? reportsTexts.theReportGoesOut : reportsTexts.theReportIsNot, {
            tone: 'good',
          })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={reportsTexts.monthlyReportForClientname({ clientname: schedule.client_name })}
      action={reportsTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={['active', 'day_of_month', 'recipients']}
      onSubmit={submit}
      onClose={onClose}
    >
      <CheckField name="active" label={reportsTexts.sendTheReportEvery} checked={active} onChange={setActive} />
      <SelectField
        name="day_of_month"
        label={reportsTexts.on}
        hint={reportsTexts.itIsAboutThe}
        value={day}
        onChange={setDay}
        options={days}
      />
      <TextField
        name="recipients"
        label={reportsTexts.to}
        hint={reportsTexts.severalWithCommasBetweenEmpty}
        value={recipients}
        onChange={setRecipients}
      />
    </FormDialog>
  )
}
