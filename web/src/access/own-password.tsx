import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { toast } from '../ui/toast.tsx'
import { useNewPassword } from './new-password.tsx'

export function OwnPassword() {
  const { refresh } = useSession()
  const change = useAction('change-own-password')
  const [current, setCurrent] = useState('')
  const [keys, setKeys] = useState(false)
  const password = useNewPassword()
  const submit = () =>
    change.mutate(
      { current_password: current, new_password: password.newPassword!, switch_off_keys: keys },
      {
        onSuccess: ({ ended_sessions, revoked_application_passwords: revoked }) => {
          const ended =
            (ended_sessions > 0 ? ' You were signed out everywhere else.' : '') +
            (revoked > 0 ? ` ${describeCount(revoked, 'application password')} revoked.` : '')
          toast(`Your password is changed.${ended}`, { tone: 'good' })
          setCurrent('')
          password.clear()
          void refresh()
        },
      },
    )
  return (
    <Card title="Password">
      <Form problem={change.error} onSubmit={submit} fields={['current_password', 'new_password']}>
        <TextField
          name="current_password"
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        {password.fields}
        <p className="soft small">
          This signs you out on all other devices and revokes your application passwords: programs that use one need a
          new one.
        </p>
        <CheckField
          name="switch_off_keys"
          label="Also switch off my API keys"
          hint="Do this when someone else may have used your account."
          checked={keys}
          onChange={setKeys}
        />
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={change.isPending}
            disabled={current === '' || password.newPassword === null}
          >
            Change the password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
