import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DryRun, InputOf } from '../../../contract/client.ts'
import { type Callable, plan } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { PlanWarnings } from './plan-warnings.tsx'
import { PlannedList } from './planned-list.tsx'
import { runAction } from './run-action.tsx'
import { TypedCount } from './typed-count.tsx'

// From here on a slip of the hand is expensive: the count has to be typed.
const typedAbove = 25

/** Shows what the service says it would do, and does it when told so. What cannot be undone is confirmed here. */
export function PlanDialog<Name extends Callable>({
  operation,
  input,
  title,
  action,
  doing,
  done,
  danger = false,
  always = false,
  grave = false,
  onClose,
  onDone,
}: {
  operation: Name
  input: InputOf<Name>
  title: string
  /** The word on the button: "Suspend". */
  action: string
  /** "Suspending 12 sites" and "12 sites suspended", for the message in the corner. */
  doing: string
  done: string
  /** Cannot be undone: the button is red, and the operation gets its `confirm`. */
  danger?: boolean
  /** The thing itself changes, also where nothing else is affected (a client without sites). */
  always?: boolean
  /** Concerns the whole fleet: the count is typed however small it is. */
  grave?: boolean
  onClose: () => void
  onDone?: () => void
}) {
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery<DryRun, Problem>({
    queryKey: ['plan', operation, input],
    queryFn: ({ signal }) => plan(operation, input, { signal }),
    // A plan that was made earlier may no longer be true.
    staleTime: 0,
    gcTime: 0,
  })
  const mustType = data !== undefined && data.count > (grave ? 0 : typedAbove)
  const ready = data !== undefined && (always || data.count > 0) && (!mustType || typed.trim() === String(data.count))
  const go = () => {
    onClose()
    void runAction(operation, { ...input, ...(danger && { confirm: true }) }, { doing, done }).then((result) => {
      if (result !== null) onDone?.()
    })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone={danger ? 'danger' : 'primary'} disabled={!ready} onClick={go}>
            {action}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : (
        <div className="stack">
          {always && data.count === 0 ? <p>Nothing else is affected.</p> : <PlannedList plan={data} />}
          <PlanWarnings warnings={data.warnings} />
          {mustType && (
            <TypedCount concerns={String(data.count)} typed={typed} onType={setTyped} onEnter={() => ready && go()} />
          )}
        </div>
      )}
    </Dialog>
  )
}
