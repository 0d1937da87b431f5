import { useState } from 'react'
import { call } from '../../api/call.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { useOperation } from '../../api/query.ts'
import { enterDashboard } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { useNewPassword } from '../new-password.tsx'
import { roleOptions } from '../role-labels.ts'
import { LinkPage, takeLinkToken } from './link-page.tsx'
import { linkTexts } from './link-texts.ts'

export default function InvitationPage() {
  const [token] = useState(takeLinkToken)
  const invitation = useOperation('read-invitation', { token }, { enabled: token !== '' })
  return (
    <LinkPage title={linkTexts.invitationTitle}>
      {token === '' ? (
        <Notice tone="bad">{linkTexts.incompleteLink}</Notice>
      ) : invitation.error && !invitation.data ? (
        <Notice tone="bad">{invitation.error.message}</Notice>
      ) : !invitation.data ? (
        <Loading lines={4} />
      ) : (
        <AcceptForm token={token} invitation={invitation.data} />
      )}
    </LinkPage>
  )
}

interface Invitation {
  email: string
  name: string
  role: string
  role_name: string | null
  invited_by: string
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [login, setLogin] = useState('')
  const [name, setName] = useState(invitation.name)
  const password = useNewPassword()
  const builtIn = roleOptions.find(({ value }) => value === invitation.role)?.label
  const role = invitation.role_name ?? (builtIn ?? invitation.role).toLowerCase()
  // Not a mutation of the page: that would read the used invitation again.
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await call('accept-invitation', { token, login, name, new_password: password.newPassword ?? '' })
      enterDashboard()
    } catch (error) {
      setProblem(asProblem(error))
      setBusy(false)
    }
  }
  return (
    <Form problem={problem} onSubmit={() => void submit()} fields={['login', 'name', 'new_password']}>
      <p className="soft">{linkTexts.invitedAs({ inviter: invitation.invited_by, email: invitation.email, role })}</p>
      <TextField
        name="login"
        label={linkTexts.userName}
        autoComplete="username"
        autoFocus
        value={login}
        onChange={setLogin}
      />
      <TextField name="name" label={linkTexts.yourName} autoComplete="name" value={name} onChange={setName} />
      {password.fields}
      <Button type="submit" tone="primary" busy={busy} disabled={login === '' || password.newPassword === null}>
        {linkTexts.acceptInvitation}
      </Button>
    </Form>
  )
}
