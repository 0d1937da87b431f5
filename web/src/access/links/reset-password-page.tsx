import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { enterDashboard } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNewPassword } from '../new-password.tsx'
import { challengeIn, SecondFactorStep } from '../second-factor-step.tsx'
import { LinkPage, takeLinkToken } from './link-page.tsx'
import { linkTexts } from './link-texts.ts'

/** Only the form uses the token: opening the page does not, as mail scanners do. */
export default function ResetPasswordPage() {
  const [token] = useState(takeLinkToken)
  const reset = useAction('reset-password')
  const password = useNewPassword()
  const [switchOffKeys, setSwitchOffKeys] = useState(false)
  const submit = () =>
    reset.mutate(
      { token, new_password: password.newPassword ?? '', switch_off_keys: switchOffKeys },
      { onSuccess: () => enterDashboard() },
    )
  const challenge = challengeIn(reset.error)
  return (
    <LinkPage title={linkTexts.newPasswordTitle}>
      {token === '' ? (
        <Notice tone="bad">{linkTexts.incompleteLink}</Notice>
      ) : challenge !== null ? (
        <SecondFactorStep challenge={challenge} onCancel={() => enterDashboard()} onSignedIn={() => enterDashboard()} />
      ) : reset.data ? (
        <Notice tone="good">
          <strong>{linkTexts.passwordChanged}</strong>
          <p>{linkTexts.signInNow}</p>
        </Notice>
      ) : (
        <Form problem={reset.error} onSubmit={submit} fields={['new_password']}>
          <p className="soft">{linkTexts.newPasswordIntroduction}</p>
          {password.fields}
          <CheckField
            name="switch_off_keys"
            label={linkTexts.switchOffKeys}
            hint={linkTexts.switchOffKeysHint}
            checked={switchOffKeys}
            onChange={setSwitchOffKeys}
          />
          <Button type="submit" tone="primary" busy={reset.isPending} disabled={password.newPassword === null}>
            {linkTexts.setPassword}
          </Button>
        </Form>
      )}
    </LinkPage>
  )
}
