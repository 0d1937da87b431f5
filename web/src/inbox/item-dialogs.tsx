import { useState } from 'react'
import { useAction, useList } from '../api/query.ts'
import { useAccount, useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { addDays, momentOf, today } from '../ui/format/day.ts'
import type { InboxItem } from './inbox-item.ts'
import { inboxTexts } from './inbox-texts.ts'

interface DialogProps {
  item: InboxItem
  onClose: () => void
}

/** The start of a day where the viewer is. */
export const startOf = (day: string): string => momentOf(`${day}T00:00:00`)

export function SnoozeDialog({ item: { kind, item_id, title }, onClose }: DialogProps) {
  const snooze = useAction('snooze-inbox-item')
  const [day, setDay] = useState(addDays(today(), 3))
  return (
    <FormDialog
      title={inboxTexts.snoozeTitle}
      action={inboxTexts.snooze}
      busy={snooze.isPending}
      problem={snooze.error}
      fields={['until']}
      onSubmit={() => snooze.mutate({ kind, item_id, until: startOf(day) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{sentence(title)}</p>
      <TextField
        name="until"
        label={inboxTexts.until}
        hint={inboxTexts.snoozeHint}
        type="date"
        required
        min={addDays(today(), 1)}
        value={day}
        onChange={setDay}
        autoFocus
      />
    </FormDialog>
  )
}

/** Selects a user; callers who may not list users enter the login. */
export function AssignDialog({ item: { kind, item_id, title, assigned_to }, onClose }: DialogProps) {
  const assign = useAction('assign-inbox-item')
  const mayList = useCan()('list-users')
  const { user } = useAccount()
  const people = useList('list-users', { per_page: 100, status: 'active' }, { enabled: mayList })
  const [login, setLogin] = useState(assigned_to ?? user?.login ?? '')
  const field = { name: 'user', label: inboxTexts.user, value: login, onChange: setLogin }
  const options = (people.data?.rows ?? []).map((each) => ({
    value: each.login,
    label: each.name ? `${each.name} (${each.login})` : each.login,
  }))
  return (
    <FormDialog
      title={inboxTexts.assignTitle}
      action={login === '' ? inboxTexts.unassign : inboxTexts.assign}
      busy={assign.isPending}
      problem={assign.error ?? people.error}
      fields={['user']}
      onSubmit={() => assign.mutate({ kind, item_id, user: login === '' ? null : login }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{sentence(title)}</p>
      {mayList ? (
        <SelectField {...field} options={[{ value: '', label: inboxTexts.notAssigned }, ...options]} />
      ) : (
        <TextField {...field} hint={inboxTexts.userHint} autoFocus autoComplete="off" />
      )}
    </FormDialog>
  )
}
