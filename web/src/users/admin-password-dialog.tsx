import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { hasTargets, noTargets, type Targets, TargetsField, targetsOf } from '../fleet/targets-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { usersTexts } from './users-texts.ts'

/** Sets a new password for the administrator account that Flotilla uses on the sites. */
export function AdminPasswordDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [targets, setTargets] = useState<Targets>(noTargets)
  const [planning, setPlanning] = useState(false)
  const ready = password !== '' && hasTargets(targets)
  if (planning) {
    return (
      <PlanDialog
        operation="set-admin-passwords"
        input={{ password, ...targetsOf(targets) }}
        title={usersTexts.setTheAdminPassword}
        action={usersTexts.setThePassword}
        doing={usersTexts.settingThePassword}
        done={usersTexts.thePasswordIsSet}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={usersTexts.setTheAdminPassword} onClose={onClose} wide>
      <Form problem={null} onSubmit={() => ready && setPlanning(true)}>
        <p className="soft">{usersTexts.forTheAdministratorAs}</p>
        <TextField
          name="password"
          label={usersTexts.newPassword}
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
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
