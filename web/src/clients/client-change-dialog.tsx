import { PlanDialog } from '../actions/plan-dialog.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { clientsTexts } from './clients-texts.ts'

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
        title={clientsTexts.deleteName({ name })}
        action={uiTexts.delete}
        doing={clientsTexts.deletingName({ name })}
        done={clientsTexts.nameIsDeleted({ name })}
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
        title={clientsTexts.suspendNameAndIts({ name })}
        action={clientsTexts.suspend}
        doing={clientsTexts.suspendingName({ name })}
        done={clientsTexts.nameIsSuspended({ name })}
        always
        onClose={onClose}
      />
    )
  }
  return (
    <PlanDialog
      operation="unsuspend-client"
      input={{ ...input, keep_manual: true }}
      title={clientsTexts.endTheSuspensionOf({ name })}
      action={clientsTexts.endTheSuspension}
      doing={clientsTexts.wakingName({ name })}
      done={clientsTexts.nameIsActiveAgain({ name })}
      always
      onClose={onClose}
    />
  )
}
