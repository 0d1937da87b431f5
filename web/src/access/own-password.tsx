import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { toast } from '../ui/toast.tsx'

export function OwnPassword() {
  const { refresh } = useSession()
  const change = useAction('change-own-password')
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && again !== next
  const submit = () =>
    change.mutate(
      { current_password: current, new_password: next },
      {
        onSuccess: ({ ended_sessions }) => {
          const ended = ended_sessions > 0 ? ' You were signed out everywhere else.' : ''
          toast(`Your password is changed.${ended}`, { tone: 'good' })
          for (const set of [setCurrent, setNext, setAgain]) set('')
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
        <TextField
          name="new_password"
          label="New password"
          hint="At least 10 characters. A few words in a row are easy to keep."
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
        />
        <TextField
          name="again"
          label="New password again"
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          {...(differs && { error: 'is not the same' })}
        />
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={change.isPending}
            disabled={current === '' || next === '' || again !== next}
          >
            Change the password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
