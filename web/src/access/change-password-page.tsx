import { useEffect, useState } from 'react'
import { useAction } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { BrandMark } from '../shell/brand.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { accessTexts } from './access-texts.ts'
import { useNewPassword } from './new-password.tsx'

/** The only page that a one-time password gives access to. */
export function ChangePasswordPage() {
  const { oneTimePassword, refresh, signOut } = useSession()
  const change = useAction('change-own-password')
  const [typed, setTyped] = useState('')
  const current = oneTimePassword ?? typed
  const password = useNewPassword()
  useEffect(() => {
    document.title = accessTexts.chooseAPasswordFlotilla
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
          {accessTexts.chooseYourPassword({ brandMark: () => <BrandMark size={32} /> })}
        </div>
        <h1 className="unseen">{accessTexts.chooseYourPassword2}</h1>
        <Form
          problem={change.error}
          onSubmit={submit}
          fields={oneTimePassword === null ? ['current_password', 'new_password'] : ['new_password']}
        >
          <p className="soft">{accessTexts.youCameInWith}</p>
          {oneTimePassword === null && (
            <TextField
              name="current_password"
              label={accessTexts.oneTimePassword}
              type="password"
              autoComplete="current-password"
              autoFocus
              value={typed}
              onChange={setTyped}
            />
          )}
          {password.fields}
          <Button
            type="submit"
            tone="primary"
            busy={change.isPending}
            disabled={current === '' || password.newPassword === null}
          >
            {accessTexts.setThePassword}
          </Button>
          <Button tone="quiet" onClick={() => void signOut()}>
            {accessTexts.signOut}
          </Button>
        </Form>
      </div>
    </main>
  )
}
