import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { toast } from '../ui/toast.tsx'
import { type SiteUser, type SiteUserRole, siteUserRoles } from './site-user.ts'

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
          toast(`${user.username} is changed.`, { tone: 'good' })
          onClose()
        },
      },
    )
  const known = siteUserRoles.some(({ value }) => value === user.role)
  return (
    <Dialog title={`${user.username} of ${user.website_name}`} onClose={onClose}>
      <Form problem={save.error} onSubmit={submit} fields={['email', 'role', 'display_name', 'password']}>
        <TextField name="display_name" label="Name shown" value={displayName} onChange={setDisplayName} />
        <TextField name="email" label="E-mail address" type="email" value={email} onChange={setEmail} />
        <SelectField
          name="role"
          label="Role"
          value={role}
          onChange={setRole}
          options={known ? siteUserRoles : [...siteUserRoles, { value: user.role, label: user.role }]}
        />
        <TextField
          name="password"
          label="New password"
          hint="Leave it empty to keep the present one. A new one ends all their sessions on the site."
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <div className="line" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={save.isPending} disabled={Object.keys(changes).length === 0}>
            Save on the site
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
