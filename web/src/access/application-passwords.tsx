import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useAction, useOperation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconKey, IconPlus } from '../ui/icons.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'

/** Lists application passwords of one user, each with a button to revoke it. */
export function ApplicationPasswords() {
  const { data, error } = useOperation('list-application-passwords', {})
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<{ id: number; name: string } | null>(null)
  return (
    <Card
      title="Application passwords"
      actions={
        <Button small icon={IconPlus} onClick={() => setAdding(true)}>
          Make one
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={3} />
      ) : data.length === 0 ? (
        <EmptyState icon={IconKey} title="None yet">
          A program that signs in with a user name and password gets one of its own, so that you can take it back.
        </EmptyState>
      ) : (
        <ul className="rows">
          {data.map(({ id, name, created_at, last_used_at }) => (
            <li key={id} className="apart">
              <div>
                {name}
                <div className="soft small">
                  Made <RelativeTime at={created_at} />, last used <RelativeTime at={last_used_at} never="never" />
                </div>
              </div>
              <Button small onClick={() => setRevoking({ id, name })}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddPassword onClose={() => setAdding(false)} />}
      {revoking && (
        <PlanDialog
          operation="revoke-application-password"
          input={{ id: revoking.id }}
          title={`Revoke ${revoking.name}`}
          action="Revoke"
          doing={`Revoking ${revoking.name}`}
          done={`${revoking.name} is revoked and works no longer`}
          danger
          onClose={() => setRevoking(null)}
        />
      )}
    </Card>
  )
}

function AddPassword({ onClose }: { onClose: () => void }) {
  const add = useAction('add-application-password')
  const [name, setName] = useState('')
  const [current, setCurrent] = useState('')
  if (add.data) {
    return (
      <Dialog
        title={`The password of ${name}`}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <CopyOnce secret={add.data.password} what="The password" />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Make an application password"
      action="Make it"
      busy={add.isPending}
      problem={add.error}
      fields={['name', 'current_password']}
      onSubmit={() => add.mutate({ name, current_password: current })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="What the program is called"
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <TextField
        name="current_password"
        label="Your password"
        hint="Application passwords are revoked when your password changes."
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
    </FormDialog>
  )
}
