import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DryRun } from '../../../contract/client.ts'
import { plan } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { useAction, useList } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { accessTexts } from './access-texts.ts'
import type { Person } from './person.ts'

/** Disables or deletes a user and gives what they own to another. */
export function LeaveDialog({
  person: { id, login },
  deletes,
  onClose,
}: {
  person: Person
  deletes: boolean
  onClose: () => void
}) {
  const disable = useAction('update-user')
  const remove = useAction('delete-user')
  const [to, setTo] = useState('')
  const people = useList('list-users', { per_page: 100, status: 'active' })
  const { data, error } = useQuery<DryRun, Problem>({
    queryKey: ['plan', 'delete-user', id],
    queryFn: ({ signal }) => plan('delete-user', { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const owned = data?.owned as { api_keys: number; invitations: number } | undefined
  const options = (people.data?.rows ?? [])
    .filter((person) => person.id !== id)
    .map((person) => ({ value: String(person.id), label: person.name || person.login }))
  const transfer = to === '' ? {} : { transfer_to: Number(to) }
  const onSuccess = () => {
    toast(deletes ? accessTexts.loginIsDeleted({ login }) : accessTexts.loginIsDisabled({ login }), { tone: 'good' })
    onClose()
  }
  const submit = () =>
    deletes
      ? remove.mutate({ id, confirm: true, ...transfer }, { onSuccess })
      : disable.mutate({ id, disabled: true, ...transfer }, { onSuccess })
  const saving = deletes ? remove : disable
  return (
    <FormDialog
      title={deletes ? accessTexts.deleteTitle({ login }) : accessTexts.disableTitle({ login })}
      action={deletes ? accessTexts.delete : accessTexts.disable}
      busy={saving.isPending}
      problem={saving.error ?? error}
      fields={['transfer_to']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{deletes ? accessTexts.deleteText : accessTexts.disableText}</p>
      {owned && <p>{accessTexts.owns({ api_keys: owned.api_keys, invitations: owned.invitations })}</p>}
      <SelectField
        name="transfer_to"
        label={accessTexts.transferTo}
        value={to}
        onChange={setTo}
        options={[{ value: '', label: accessTexts.transferNone }, ...options]}
        hint={accessTexts.transferHint}
      />
    </FormDialog>
  )
}
