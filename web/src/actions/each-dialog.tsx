import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DryRun } from '../../../contract/client.ts'
import { type Callable, plan } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Loading } from '../ui/states.tsx'
import { actionsTexts } from './actions-texts.ts'
import { PlanWarnings } from './plan-warnings.tsx'
import { countOf, PlannedList } from './planned-list.tsx'
import { type EachStep, mapLimited, useEach } from './run-each.ts'
import { TypedCount } from './typed-count.tsx'

const typedAbove = 25

interface Refusal {
  step: EachStep
  message: string
}

/** Requests the plan of every step and combines them; steps that would be refused are listed separately. */
async function planAll(steps: readonly EachStep[]): Promise<DryRun & { refused: Refusal[] }> {
  const refused: Refusal[] = []
  const plans = await mapLimited(steps, async (step) => {
    try {
      return await plan(step.operation as Callable, step.input as never)
    } catch (error) {
      refused.push({ step, message: asProblem(error).message })
      return null
    }
  })
  const made = plans.filter((each) => each !== null)
  return {
    dry_run: true,
    // Plans name posts and comments by id; users know them by title.
    would_affect: steps.flatMap(({ name, names = [name], where }, at) =>
      plans[at] === null ? [] : names.map((name) => ({ name, site_url: where })),
    ),
    count: made.reduce((sum, { count }) => sum + count, 0),
    warnings: [...new Set(made.flatMap(({ warnings }) => warnings))],
    refused,
  }
}

/** Runs one operation per item, on several sites: shows the plan, then the outcome of each item, with a retry for failed ones. */
export function EachDialog({
  steps,
  title,
  action,
  danger = false,
  onClose,
  onDone,
}: {
  steps: readonly EachStep[]
  title: string
  action: string
  danger?: boolean
  onClose: () => void
  onDone?: () => void
}) {
  const [typed, setTyped] = useState('')
  const { data } = useQuery({
    queryKey: ['plan-each', steps.map(({ key }) => key), title],
    queryFn: () => planAll(steps),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { state, run } = useEach(danger)
  const mustType = data !== undefined && data.count > typedAbove
  const ready = data !== undefined && data.count > 0 && (!mustType || typed.trim() === String(data.count))
  // The outcome is shown nowhere else.
  const close = () => {
    if (state && !state.over) return
    if (state) onDone?.()
    onClose()
  }
  const refusedKeys = new Set(data?.refused.map(({ step }) => step.key))
  const allowed = steps.filter(({ key }) => !refusedKeys.has(key))
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        state ? (
          <>
            {state.over && state.failures.length > 0 && (
              <Button onClick={() => void run(state.failures.map(({ step }) => step))}>
                {actionsTexts.tryTheFailedOnes}
              </Button>
            )}
            <Button tone="primary" disabled={!state.over} onClick={close}>
              {actionsTexts.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{actionsTexts.cancel}</Button>
            <Button tone={danger ? 'danger' : 'primary'} disabled={!ready} onClick={() => void run(allowed)}>
              {action}
            </Button>
          </>
        )
      }
    >
      {state ? (
        <div className="stack">
          <Progress percent={Math.round((100 * state.finished) / state.total)} label={actionsTexts.progress} />
          <p aria-live="polite">
            {actionsTexts.valueOfTotalDone({ value: state.finished - state.failures.length, total: state.total })}
          </p>
          <Failures what={state.failures} />
        </div>
      ) : !data ? (
        <Loading lines={4} />
      ) : (
        <div className="stack">
          <PlannedList plan={data} />
          <PlanWarnings warnings={data.warnings} />
          <Failures what={data.refused} />
          {mustType && (
            <TypedCount
              concerns={countOf(data)}
              typed={typed}
              onType={setTyped}
              onEnter={() => ready && void run(allowed)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

function Failures({ what }: { what: readonly Refusal[] }) {
  if (what.length === 0) return null
  return (
    <Notice tone="bad">
      <ul className="stack-tight">
        {what.map(({ step, message }) => (
          <li key={step.key}>
            <strong>{step.name}</strong> {step.where && <span>({step.where})</span>}: {sentence(message)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
