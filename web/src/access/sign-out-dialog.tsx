import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { accessTexts } from './access-texts.ts'
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
          toast(accessTexts.loginIsSignedOut({ login }), { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={accessTexts.signLoginOutEverywhere({ login })}
      action={accessTexts.signOut}
      busy={end.isPending}
      problem={end.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{accessTexts.loginHasToSign({ login })}</p>
      <CheckField
        name="application_passwords"
        label={accessTexts.revokeApplicationPasswords}
        hint={accessTexts.programsThatSignIn}
        checked={passwords}
        onChange={setPasswords}
      />
      <CheckField
        name="switch_off_keys"
        label={accessTexts.switchOffApiKeys}
        hint={accessTexts.theirOwnKeysAnd}
        checked={keys}
        onChange={setKeys}
      />
    </FormDialog>
  )
}
