import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { hasTargets, noTargets, type Targets, TargetsField, targetsOf } from '../fleet/targets-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'

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
        title="Set the admin password"
        action="Set the password"
        doing="Setting the password"
        done="The password is set"
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title="Set the admin password" onClose={onClose} wide>
      <Form problem={null} onSubmit={() => ready && setPlanning(true)}>
        <p className="soft">
          For the administrator as whom Flotilla works there. The connection does not depend on it and goes on.
        </p>
        <TextField
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
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
