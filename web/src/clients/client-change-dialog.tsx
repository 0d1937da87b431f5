import { PlanDialog } from '../actions/plan-dialog.tsx'

export type ClientChange = 'suspend' | 'unsuspend' | 'delete'

/** Shows what would happen to the client and its sites. */
export function ClientChangeDialog({
  change,
  client: { id, name },
  onClose,
  onDeleted,
}: {
  change: ClientChange
  client: { id: number; name: string }
  onClose: () => void
  onDeleted?: () => void
}) {
  const input = { client_id_or_email: id }
  if (change === 'delete') {
    return (
      <PlanDialog
        operation="delete-client"
        input={input}
        title={`Delete ${name}`}
        action="Delete"
        doing={`Deleting ${name}`}
        done={`${name} is deleted`}
        danger
        onClose={onClose}
        onDone={onDeleted}
      />
    )
  }
  if (change === 'suspend') {
    return (
      <PlanDialog
        operation="suspend-client"
        input={input}
        title={`Suspend ${name} and its sites`}
        action="Suspend"
        doing={`Suspending ${name}`}
        done={`${name} is suspended`}
        always
        onClose={onClose}
      />
    )
  }
  return (
    <PlanDialog
      operation="unsuspend-client"
      input={{ ...input, keep_manual: true }}
      title={`End the suspension of ${name}`}
      action="End the suspension"
      doing={`Waking ${name}`}
      done={`${name} is active again`}
      always
      onClose={onClose}
    />
  )
}
