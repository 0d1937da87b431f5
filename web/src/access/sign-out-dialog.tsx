import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import type { Person } from './person.ts'

/** Ends all sessions of a user and optionally revokes their API keys and application passwords. */
export function SignOutDialog({ person: { id, login }, onClose }: { person: Person; onClose: () => void }) {
  const end = useAction('end-user-sessions')
  const [passwords, setPasswords] = useState(true)
  const [keys, setKeys] = useState(false)
  const submit = () =>
    end.mutate(
      { id, application_passwords: passwords, switch_off_keys: keys, confirm: true },
      {
        onSuccess: () => {
          toast(`${login} is signed out everywhere.`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Sign ${login} out everywhere`}
      action="Sign out"
      busy={end.isPending}
      problem={end.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{login} has to sign in again on every device. If someone else knows the password, set a new one as well.</p>
      <CheckField
        name="application_passwords"
        label="Revoke application passwords"
        hint="Programs that sign in with one need a new one."
        checked={passwords}
        onChange={setPasswords}
      />
      <CheckField
        name="switch_off_keys"
        label="Switch off API keys"
        hint={`Their own keys and keys they created for others. You can switch keys on again under API keys.`}
        checked={keys}
        onChange={setKeys}
      />
    </FormDialog>
  )
}
