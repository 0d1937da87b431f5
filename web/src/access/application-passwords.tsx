import { type ReactNode, useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import type { Problem } from '../api/problem.ts'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconKey, IconPlus } from '../ui/icons.ts'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { accessTexts } from './access-texts.ts'
import type { Person } from './person.ts'

interface Password {
  id: number
  name: string
  created_at: string
  last_used_at: string | null
}

/** The user's own application passwords, with which programs sign in. */
export function ApplicationPasswords() {
  const query = useOperation('list-application-passwords', {})
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<Password | null>(null)
  return (
    <Card
      title={accessTexts.applicationPasswords}
      actions={
        <Button small icon={IconPlus} onClick={() => setAdding(true)}>
          {accessTexts.makeOne}
        </Button>
      }
    >
      <PasswordList
        {...query}
        empty={
          <EmptyState icon={IconKey} title={accessTexts.noneYet}>
            {accessTexts.aProgramThatSigns}
          </EmptyState>
        }
        onRevoke={setRevoking}
      />
      {adding && <AddPassword onClose={() => setAdding(false)} />}
      {revoking && (
        <PlanDialog
          operation="revoke-application-password"
          input={{ id: revoking.id }}
          {...revokeTexts(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Card>
  )
}

/** The application passwords of another user, for administrators. */
export function PersonPasswords({ person: { id, login }, onClose }: { person: Person; onClose: () => void }) {
  const can = useCan()
  const query = useOperation('list-user-application-passwords', { id })
  const [revoking, setRevoking] = useState<Password | null>(null)
  if (revoking) {
    return (
      <PlanDialog
        operation="revoke-user-application-password"
        input={{ id, application_password_id: revoking.id }}
        {...revokeTexts(revoking)}
        onClose={() => setRevoking(null)}
      />
    )
  }
  return (
    <Dialog
      title={accessTexts.applicationPasswordsOfLogin({ login })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{accessTexts.close}</Button>}
    >
      <PasswordList
        {...query}
        empty={
          <EmptyState icon={IconKey} title={accessTexts.noApplicationPasswords}>
            {accessTexts.loginHasCreatedNone({ login })}
          </EmptyState>
        }
        {...(can('revoke-user-application-password') && { onRevoke: setRevoking })}
      />
    </Dialog>
  )
}

const revokeTexts = ({ name }: Password) => ({
  title: accessTexts.revokeName({ name }),
  action: accessTexts.revoke,
  doing: accessTexts.revokingName({ name }),
  done: accessTexts.nameIsRevokedAnd({ name }),
  danger: true,
})

function PasswordList({
  data,
  error,
  empty,
  onRevoke,
}: {
  data: readonly Password[] | undefined
  error: Problem | null
  empty: ReactNode
  onRevoke?: (password: Password) => void
}) {
  if (error) return <ErrorState error={error} />
  if (!data) return <Loading lines={3} />
  if (data.length === 0) return empty
  return (
    <ul className="rows">
      {data.map((password) => (
        <li key={password.id} className="apart">
          <div>
            {password.name}
            <div className="soft small">
              {accessTexts.createdLastUsed({
                time: () => <RelativeTime at={password.created_at} />,
                time2: () => <RelativeTime at={password.last_used_at} never="never" />,
              })}
            </div>
          </div>
          {onRevoke && (
            <Button small onClick={() => onRevoke(password)}>
              {accessTexts.revoke}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function AddPassword({ onClose }: { onClose: () => void }) {
  const add = useAction('add-application-password')
  const [name, setName] = useState('')
  const [current, setCurrent] = useState('')
  if (add.data) {
    return (
      <Dialog
        title={accessTexts.thePasswordOfName({ name })}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            {accessTexts.iHaveCopiedIt}
          </Button>
        }
      >
        <CopyOnce secret={add.data.password} what={accessTexts.thePassword} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={accessTexts.makeAnApplicationPassword}
      action={accessTexts.makeIt}
      busy={add.isPending}
      problem={add.error}
      fields={['name', 'current_password']}
      onSubmit={() => add.mutate({ name, current_password: current })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={accessTexts.whatTheProgramIs}
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <TextField
        name="current_password"
        label={accessTexts.yourPassword}
        hint={accessTexts.applicationPasswordsAreRevoked}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
    </FormDialog>
  )
}
