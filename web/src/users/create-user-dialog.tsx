import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { hasTargets, noTargets, type Targets, TargetsField, targetsOf } from '../fleet/targets-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { type SiteUserRole, siteUserRoles } from './site-user.ts'
import { usersTexts } from './users-texts.ts'

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
        title={usersTexts.addUsername({ username })}
        action={usersTexts.addTheUser}
        doing={usersTexts.addingUsername({ username })}
        done={usersTexts.usernameIsAdded({ username })}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={usersTexts.addAUserTo} onClose={onClose} wide>
      <Form problem={null} onSubmit={() => ready && setPlanning(true)}>
        <div className="grid-2">
          <TextField name="username" label={usersTexts.userName} autoFocus value={username} onChange={setUsername} />
          <TextField name="email" label={usersTexts.eMailAddress} type="email" value={email} onChange={setEmail} />
          <TextField name="first_name" label={usersTexts.firstName} value={firstName} onChange={setFirstName} />
          <TextField name="last_name" label={usersTexts.lastName} value={lastName} onChange={setLastName} />
          <SelectField
            name="role"
            label={usersTexts.role}
            value={role}
            onChange={(value) => setRole(value as SiteUserRole)}
            options={siteUserRoles}
          />
          <TextField
            name="password"
            label={usersTexts.password}
            type="password"
            autoComplete="new-password"
            hint={usersTexts.leftEmptyTheSite}
            value={password}
            onChange={setPassword}
          />
        </div>
        <TargetsField targets={targets} onChange={setTargets} />
        <div className="line" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>{usersTexts.cancel}</Button>
          <Button type="submit" tone="primary" disabled={!ready}>
            {usersTexts.showThePlan}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
