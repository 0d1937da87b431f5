import { useState } from 'react'
import { useAction, useOperation } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { invitationTexts } from './invitation-texts.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { LimitFields, limitFieldNames, limitInput, readLimits } from './limit-fields.tsx'
import { RoleField, roleInput, type SelectedRole } from './role-field.tsx'

/** Invites by e-mail where that is possible, else with a one-time password. */
export default function InviteByMail({ onClose }: { onClose: () => void }) {
  const { data, error } = useOperation('get-sign-in-options', {})
  const [isWithoutEmail, setWithoutEmail] = useState(false)
  if (!data && !error) return null
  if (data?.password_reset.available && !isWithoutEmail)
    return <MailDialog onClose={onClose} onWithoutEmail={() => setWithoutEmail(true)} />
  const reason = data?.password_reset.reason
  return (
    <InviteDialog
      onClose={onClose}
      {...(reason && { note: <Notice>{invitationTexts.emailOff({ reason: sentence(reason) })}</Notice> })}
    />
  )
}

function MailDialog({ onClose, onWithoutEmail }: { onClose: () => void; onWithoutEmail: () => void }) {
  const invite = useAction('add-invitation')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<SelectedRole>('manager')
  const [limits, setLimits] = useState(readLimits(null))
  const done = () => {
    toast(invitationTexts.sentTo({ email }), { tone: 'good' })
    onClose()
  }
  return (
    <FormDialog
      title={invitationTexts.inviteTitle}
      action={invitationTexts.sendInvitation}
      busy={invite.isPending}
      problem={invite.error}
      fields={['email', 'name', 'role', 'role_id', ...limitFieldNames]}
      onClose={onClose}
      onSubmit={() => invite.mutate({ email, name, ...roleInput(role), ...limitInput(limits) }, { onSuccess: done })}
    >
      <p className="soft">{invitationTexts.introduction}</p>
      <TextField
        name="email"
        label={invitationTexts.emailAddress}
        type="email"
        autoFocus
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
      <TextField name="name" label={invitationTexts.name} autoComplete="off" value={name} onChange={setName} />
      <RoleField label={invitationTexts.role} value={role} onChange={setRole} />
      <LimitFields limits={limits} onChange={setLimits} />
      <Button tone="quiet" onClick={onWithoutEmail}>
        {invitationTexts.withoutEmail}
      </Button>
    </FormDialog>
  )
}
