import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { toast } from '../ui/toast.tsx'
import { type SiteUser, type SiteUserRole, siteUserRoles } from './site-user.ts'
import { usersTexts } from './users-texts.ts'

/** Edits a user of one site; sends only changed fields. */
export function EditUserDialog({ user, onClose }: { user: SiteUser; onClose: () => void }) {
  const save = useAction('edit-site-user')
  const [email, setEmail] = useState(user.email)
  const [role, setRole] = useState(user.role)
  const [displayName, setDisplayName] = useState(user.name)
  const [password, setPassword] = useState('')
  const changes = {
    ...(email !== user.email && { email }),
    ...(role !== user.role && { role: role as SiteUserRole }),
    ...(displayName !== user.name && { display_name: displayName }),
    ...(password !== '' && { password }),
  }
  const submit = () =>
    save.mutate(
      { site_id_or_domain: user.website_id, user_id: user.id, ...changes },
      {
        onSuccess: () => {
          toast(usersTexts.usernameIsChanged({ username: user.username }), { tone: 'good' })
          onClose()
        },
      },
    )
  const known = siteUserRoles.some(({ value }) => value === user.role)
  return (
    <Dialog
      title={usersTexts.usernameOfWebsitename({ username: user.username, websitename: user.website_name })}
      onClose={onClose}
    >
      <Form problem={save.error} onSubmit={submit} fields={['email', 'role', 'display_name', 'password']}>
        <TextField name="display_name" label={usersTexts.nameShown} value={displayName} onChange={setDisplayName} />
        <TextField name="email" label={usersTexts.eMailAddress} type="email" value={email} onChange={setEmail} />
        <SelectField
          name="role"
          label={usersTexts.role}
          value={role}
          onChange={setRole}
          options={known ? siteUserRoles : [...siteUserRoles, { value: user.role, label: user.role }]}
        />
        <TextField
          name="password"
          label={usersTexts.newPassword}
          hint={usersTexts.leaveItEmptyTo}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <div className="line" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>{usersTexts.cancel}</Button>
          <Button type="submit" tone="primary" busy={save.isPending} disabled={Object.keys(changes).length === 0}>
            {usersTexts.saveOnTheSite}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
