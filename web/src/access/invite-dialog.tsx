import { type ReactNode, useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { accessTexts } from './access-texts.ts'
import { invitationTexts } from './invitation-texts.ts'
import { LimitFields, limitFieldNames, limitInput, readLimits } from './limit-fields.tsx'
import { RoleField, roleInput, type SelectedRole } from './role-field.tsx'

/** Invites a colleague with a one-time password, which only gives access to the page for choosing a new one. */
export function InviteDialog({ note, onClose }: { note?: ReactNode; onClose: () => void }) {
  const add = useAction('add-user')
  const [login, setLogin] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<SelectedRole>('manager')
  const [limits, setLimits] = useState(readLimits(null))
  if (add.data) return <OneTimePassword login={login} password={add.data.one_time_password ?? ''} onClose={onClose} />
  return (
    <FormDialog
      title={accessTexts.inviteAColleague}
      action={accessTexts.addThem}
      busy={add.isPending}
      problem={add.error}
      fields={['login', 'name', 'email', 'role', 'role_id', ...limitFieldNames]}
      onClose={onClose}
      onSubmit={() => add.mutate({ login, name, ...roleInput(role), ...limitInput(limits), ...(email && { email }) })}
    >
      {note}
      <TextField
        name="login"
        label={accessTexts.userName}
        autoFocus
        autoComplete="off"
        value={login}
        onChange={setLogin}
      />
      <TextField name="name" label={accessTexts.roleName} autoComplete="off" value={name} onChange={setName} />
      <TextField
        name="email"
        label={accessTexts.eMailAddress}
        type="email"
        autoComplete="off"
        hint={accessTexts.administratorsGetEMails}
        value={email}
        onChange={setEmail}
      />
      <RoleField label={invitationTexts.role} value={role} onChange={setRole} />
      <LimitFields limits={limits} onChange={setLimits} />
    </FormDialog>
  )
}

export function OneTimePassword({
  login,
  password,
  onClose,
}: {
  login: string
  password: string
  onClose: () => void
}) {
  return (
    <Dialog
      title={accessTexts.aOneTimePassword({ login })}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {accessTexts.iHaveCopiedIt}
        </Button>
      }
    >
      <div className="stack">
        <p>
          {accessTexts.giveLoginThisPassword({
            login,
            baseURI: document.baseURI,
            b: (text) => <strong>{text}</strong>,
          })}
        </p>
        <CopyOnce secret={password} what={accessTexts.theOneTimePassword} />
      </div>
    </Dialog>
  )
}
