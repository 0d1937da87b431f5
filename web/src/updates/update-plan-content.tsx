import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DryRun } from '../../../contract/client.ts'
import { TypedCount } from '../actions/typed-count.tsx'
import { plan } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { asProblem } from '../api/problem.ts'
import { useCan } from '../api/session.tsx'
import { planTexts } from '../rollouts/plan-texts.ts'
import { RolloutPlanDialog } from '../rollouts/rollout-plan-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { IconListNumbers, IconRotateClockwise2 } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { type LeftOutRelease, LeftOutReleases, otherWarnings, useChosenReleases } from './left-out-releases.tsx'
import { type PlannedUpdate, PlannedUpdates, type PlanSummary } from './planned-updates.tsx'
import { type Run, startRun } from './start-run.tsx'
import { updatesTexts } from './updates-texts.ts'

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25

export interface UpdatePlanProps {
  title: string
  run: Run
  onClose: () => void
  onStarted?: () => void
}

type UpdatePlan = DryRun & { would_affect: PlannedUpdate[]; summary: PlanSummary; left_out: LeftOutRelease[] }

/** Shows what an update run would install, starts it, and opens its progress. */
export default function UpdatePlanContent({ title, run, onClose, onStarted }: UpdatePlanProps) {
  const navigate = useNavigate()
  const can = useCan()
  const [waves, setWaves] = useState(false)
  const [typed, setTyped] = useState('')
  const [starting, setStarting] = useState(false)
  const releases = useChosenReleases()
  const asked = { ...run, ...releases.input }
  const { data, error, refetch, isPlaceholderData } = useQuery<UpdatePlan, Problem>({
    queryKey: ['plan', 'run-updates', asked],
    queryFn: async ({ signal }) => (await plan('run-updates', asked, { signal })) as UpdatePlan,
    // The plan stays while it is made again with other releases.
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const sites = data?.summary.sites ?? 0
  const mustType = sites > typedAbove
  const needsWaves = (data?.summary.core ?? 0) > typedAbove && can('create-rollout')
  const ready =
    data !== undefined &&
    !isPlaceholderData &&
    data.count > 0 &&
    !needsWaves &&
    (!mustType || typed.trim() === String(sites))
  const startUpdates = async () => {
    setStarting(true)
    try {
      const jobId = await startRun(asked)
      onStarted?.()
      onClose()
      if (jobId !== null) await navigate({ to: '/updates/run/$jobId', params: { jobId } })
    } catch (problem) {
      toast(asProblem(problem).message, { tone: 'bad' })
      setStarting(false)
    }
  }
  if (waves) return <RolloutPlanDialog run={run} chosen={releases.chosen} onClose={onClose} />
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{updatesTexts.cancel}</Button>
          {sites > 1 && can('create-rollout') && (
            <Button
              icon={IconListNumbers}
              {...(needsWaves && { tone: 'primary' as const })}
              onClick={() => setWaves(true)}
            >
              {planTexts.title}
            </Button>
          )}
          <Button
            tone="primary"
            icon={IconRotateClockwise2}
            disabled={!ready}
            busy={starting}
            onClick={() => void startUpdates()}
          >
            {data && data.count > 0 ? updatesTexts.installCount({ count: data.count }) : updatesTexts.install}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={6} />
      ) : (
        <div className="stack">
          <PlannedUpdates plan={{ ...data, warnings: otherWarnings(data.warnings, data.left_out) }} />
          <LeftOutReleases leftOut={data.left_out} releases={releases} />
          {needsWaves && <Notice tone="warn">{planTexts.coreNeedsWaves}</Notice>}
          {mustType && !needsWaves && (
            <TypedCount
              concerns={updatesTexts.sitesToUpdate({ count: sites })}
              typed={typed}
              onType={setTyped}
              onEnter={() => ready && !starting && void startUpdates()}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
