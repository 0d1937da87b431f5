import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { toast } from '../ui/toast.tsx'
import { useNewPassword } from './new-password.tsx'

export function OwnPassword() {
  const { refresh } = useSession()
  const change = useAction('change-own-password')
  const [current, setCurrent] = useState('')
  const password = useNewPassword()
  const submit = () =>
    change.mutate(
      { current_password: current, new_password: password.chosen! },
      {
        onSuccess: ({ ended_sessions }) => {
          const ended = ended_sessions > 0 ? ' You were signed out everywhere else.' : ''
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
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={change.isPending}
            disabled={current === '' || password.chosen === null}
          >
            Change the password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
