import { useState } from 'react'
import { useAction, useOperation } from '../../api/query.ts'
import { sentence } from '../../texts/sentence.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { LinkPage } from './link-page.tsx'
import { linkTexts } from './link-texts.ts'

export default function ForgotPasswordPage() {
  const options = useOperation('get-sign-in-options', {})
  return (
    <LinkPage title={linkTexts.resetTitle}>
      {options.error && !options.data ? (
        <ErrorState error={options.error} retry={() => void options.refetch()} />
      ) : !options.data ? (
        <Loading lines={3} />
      ) : options.data.password_reset.available ? (
        <RequestForm />
      ) : (
        <Notice tone="warn">
          <strong>{linkTexts.resetOff}</strong>
          <p>{linkTexts.resetOffAdvice}</p>
          <p className="small">{sentence(options.data.password_reset.reason ?? '')}</p>
        </Notice>
      )}
    </LinkPage>
  )
}

function RequestForm() {
  const request = useAction('request-password-reset')
  const [login, setLogin] = useState('')
  if (request.data) {
    return (
      <Notice tone="good">
        <strong>{linkTexts.checkMail}</strong>
        <p>{sentence(request.data.message)}</p>
      </Notice>
    )
  }
  return (
    <Form problem={request.error} onSubmit={() => request.mutate({ login })} fields={['login']}>
      <p className="soft">{linkTexts.resetIntroduction}</p>
      <TextField
        name="login"
        label={linkTexts.userNameOrEmail}
        autoComplete="username"
        autoFocus
        value={login}
        onChange={setLogin}
      />
      <Button type="submit" tone="primary" busy={request.isPending} disabled={login === ''}>
        {linkTexts.sendLink}
      </Button>
    </Form>
  )
}
