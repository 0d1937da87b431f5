import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { IconKey } from '../ui/icons.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import type { Person } from './people-view.tsx'

export function PersonPasswords({ person: { id, login }, onClose }: { person: Person; onClose: () => void }) {
  const can = useCan()
  const { data, error } = useOperation('list-user-application-passwords', { id })
  const [revoking, setRevoking] = useState<{ id: number; name: string } | null>(null)
  if (revoking) {
    return (
      <PlanDialog
        operation="revoke-user-application-password"
        input={{ id, application_password_id: revoking.id }}
        title={`Revoke ${revoking.name}`}
        action="Revoke"
        doing={`Revoking ${revoking.name}`}
        done={`${revoking.name} is revoked and no longer works`}
        danger
        onClose={() => setRevoking(null)}
      />
    )
  }
  return (
    <Dialog
      title={`Application passwords of ${login}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={3} />
      ) : data.length === 0 ? (
        <EmptyState icon={IconKey} title="No application passwords">
          {login} has created none.
        </EmptyState>
      ) : (
        <ul className="rows">
          {data.map(({ id: passwordId, name, created_at, last_used_at }) => (
            <li key={passwordId} className="apart">
              <div>
                {name}
                <div className="soft small">
                  Created <RelativeTime at={created_at} />, last used <RelativeTime at={last_used_at} never="never" />
                </div>
              </div>
              {can('revoke-user-application-password') && (
                <Button small onClick={() => setRevoking({ id: passwordId, name })}>
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
