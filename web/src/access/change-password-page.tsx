import { useEffect, useState } from 'react'
import { useAction } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { BrandMark } from '../shell/brand.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { useNewPassword } from './new-password.tsx'

/** The only page that a one-time password gives access to. */
export function ChangePasswordPage() {
  const { refresh, signOut } = useSession()
  const change = useAction('change-own-password')
  const [current, setCurrent] = useState('')
  const password = useNewPassword()
  useEffect(() => {
    document.title = 'Choose a password · Flotilla'
  }, [])
  const submit = () =>
    change.mutate(
      { current_password: current, new_password: password.newPassword! },
      { onSuccess: () => void refresh() },
    )
  return (
    <main className="front">
      <div className="card front-card">
        <div className="front-brand">
          <BrandMark size={32} />
          Choose your password
        </div>
        <h1 className="unseen">Choose your password</h1>
        <Form problem={change.error} onSubmit={submit} fields={['current_password', 'new_password']}>
          <p className="soft">You came in with a one-time password. Choose one that only you know.</p>
          <TextField
            name="current_password"
            label="One-time password"
            type="password"
            autoComplete="current-password"
            autoFocus
            value={current}
            onChange={setCurrent}
          />
          {password.fields}
          <Button
            type="submit"
            tone="primary"
            busy={change.isPending}
            disabled={current === '' || password.newPassword === null}
          >
            Set the password
          </Button>
          <Button tone="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Form>
      </div>
    </main>
  )
}
