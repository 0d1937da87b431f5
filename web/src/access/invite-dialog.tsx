import { type ReactNode, useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
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
      title="Invite a colleague"
      action="Add them"
      busy={add.isPending}
      problem={add.error}
      fields={['login', 'name', 'email', 'role', 'role_id', ...limitFieldNames]}
      onClose={onClose}
      onSubmit={() => add.mutate({ login, name, ...roleInput(role), ...limitInput(limits), ...(email && { email }) })}
    >
      {note}
      <TextField name="login" label="User name" autoFocus autoComplete="off" value={login} onChange={setLogin} />
      <TextField name="name" label="Name" autoComplete="off" value={name} onChange={setName} />
      <TextField
        name="email"
        label="E-mail address"
        type="email"
        autoComplete="off"
        hint="Administrators get e-mails of Flotilla there."
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
      title={`A one-time password for ${login}`}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="stack">
        <p>
          Give {login} this password and the address <strong>{document.baseURI}</strong>. With it they can do one thing:
          choose a password of their own.
        </p>
        <CopyOnce secret={password} what="The one-time password" />
      </div>
    </Dialog>
  )
}
