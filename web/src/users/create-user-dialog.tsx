import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { hasTargets, noTargets, type Targets, TargetsField, targetsOf } from '../fleet/targets-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { type SiteUserRole, siteUserRoles } from './site-user.ts'

/** Creates the same user on several sites, after showing the plan. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [role, setRole] = useState<SiteUserRole>('subscriber')
  const [password, setPassword] = useState('')
  const [targets, setTargets] = useState<Targets>(noTargets)
  const [planning, setPlanning] = useState(false)
  const ready = username.trim() !== '' && email.trim() !== '' && hasTargets(targets)
  if (planning) {
    return (
      <PlanDialog
        operation="create-site-users"
        input={{
          username,
          email,
          role,
          ...(password && { password }),
          ...(firstName && { first_name: firstName }),
          ...(lastName && { last_name: lastName }),
          ...targetsOf(targets),
        }}
        title={`Add ${username}`}
        action="Add the user"
        doing={`Adding ${username}`}
        done={`${username} is added`}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title="Add a user to sites" onClose={onClose} wide>
      <Form problem={null} onSubmit={() => ready && setPlanning(true)}>
        <div className="grid-2">
          <TextField name="username" label="User name" autoFocus value={username} onChange={setUsername} />
          <TextField name="email" label="E-mail address" type="email" value={email} onChange={setEmail} />
          <TextField name="first_name" label="First name" value={firstName} onChange={setFirstName} />
          <TextField name="last_name" label="Last name" value={lastName} onChange={setLastName} />
          <SelectField
            name="role"
            label="Role"
            value={role}
            onChange={(value) => setRole(value as SiteUserRole)}
            options={siteUserRoles}
          />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="Left empty, the site mails them a way to choose one."
            value={password}
            onChange={setPassword}
          />
        </div>
        <TargetsField targets={targets} onChange={setTargets} />
        <div className="line" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={!ready}>
            Show the plan
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
