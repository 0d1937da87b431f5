import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { toast } from '../ui/toast.tsx'
import { accessTexts } from './access-texts.ts'
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
            (ended_sessions > 0 ? accessTexts.youWereSignedOut : '') +
            (revoked > 0 ? accessTexts.revoked({ revoked }) : '')
          toast(accessTexts.yourPasswordIsChanged({ ended }), { tone: 'good' })
          setCurrent('')
          password.clear()
          void refresh()
        },
      },
    )
  return (
    <Card title={accessTexts.password}>
      <Form problem={change.error} onSubmit={submit} fields={['current_password', 'new_password']}>
        <TextField
          name="current_password"
          label={accessTexts.presentPassword}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        {password.fields}
        <p className="soft small">{accessTexts.thisSignsYouOut}</p>
        <CheckField
          name="switch_off_keys"
          label={accessTexts.alsoSwitchOffMy}
          hint={accessTexts.doThisWhenSomeone}
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
            {accessTexts.changeThePassword}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
