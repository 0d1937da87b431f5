import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf, DryRun, InputOf } from '../../../contract/client.ts'
import { type Callable, plan } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { actionsTexts } from './actions-texts.ts'
import { PlanWarnings } from './plan-warnings.tsx'
import { countOf, PlannedList } from './planned-list.tsx'
import { type ResultTone, runAction } from './run-action.tsx'
import { TypedCount } from './typed-count.tsx'

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25

/** Shows the plan of an operation and runs it after confirmation. */
export function PlanDialog<Name extends Callable>({
  operation,
  input,
  title,
  action,
  doing,
  done,
  tone,
  danger = false,
  always = false,
  affectsFleet = false,
  onClose,
  onDone,
}: {
  operation: Name
  input: InputOf<Name>
  title: string
  /** Label of the button: "Suspend". */
  action: string
  /** Texts of the toast: "Suspending 12 sites" and "12 sites suspended". */
  doing: string
  done: string | ((data: DataOf<Name>) => string)
  tone?: (data: DataOf<Name>) => ResultTone
  /** For operations that cannot be undone: the button is red, and the operation receives `confirm`. */
  danger?: boolean
  /** The operation changes its subject even when the plan affects nothing else (a client without sites). */
  always?: boolean
  /** The operation concerns the whole fleet: the count is typed however small it is. */
  affectsFleet?: boolean
  onClose: () => void
  onDone?: () => void
}) {
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery<DryRun, Problem>({
    queryKey: ['plan', operation, input],
    queryFn: ({ signal }) => plan(operation, input, { signal }),
    // A cached plan may be outdated.
    staleTime: 0,
    gcTime: 0,
  })
  const mustType = data !== undefined && data.count > (affectsFleet ? 0 : typedAbove)
  const ready = data !== undefined && (always || data.count > 0) && (!mustType || typed.trim() === String(data.count))
  const runPlan = () => {
    onClose()
    const { pathname } = window.location
    void runAction(
      operation,
      { ...input, ...(danger && { confirm: true }) },
      { doing, done, ...(tone && { tone }) },
    ).then((result) => {
      // The user may have opened another page meanwhile.
      if (result !== null && window.location.pathname === pathname) onDone?.()
    })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{actionsTexts.cancel}</Button>
          <Button tone={danger ? 'danger' : 'primary'} disabled={!ready} onClick={runPlan}>
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
          {always && data.count === 0 ? <p>{actionsTexts.nothingElseIsAffected}</p> : <PlannedList plan={data} />}
          <PlanWarnings warnings={data.warnings} />
          {mustType && (
            <TypedCount concerns={countOf(data)} typed={typed} onType={setTyped} onEnter={() => ready && runPlan()} />
          )}
        </div>
      )}
    </Dialog>
  )
}
