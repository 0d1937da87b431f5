import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DryRun, InputOf } from '../../../contract/client.ts'
import { PlanWarnings } from '../actions/plan-warnings.tsx'
import { TypedCount } from '../actions/typed-count.tsx'
import { call, plan } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { IconArrowBackUp } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { rollbackTexts } from './rollback-texts.ts'

export type RollbackInput = Pick<InputOf<'roll-back-rollout'>, 'rollout_id' | 'wave' | 'position'>

interface PlannedItem {
  type: string
  slug: string
  name: string
  from: string
  to: string
  source: 'guard' | 'directory' | 'none'
  message: string | null
}
interface PlannedSite {
  position: number
  site_name: string
  site_url: string
  items: PlannedItem[]
}
type RollbackPlan = DryRun & {
  would_affect: PlannedSite[]
  summary: {
    sites: number
    items: number
    from_guard: number
    from_directory: number
    impossible: number
    vulnerable: number
  }
}

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25
const shownSites = 20
const sources = {
  guard: rollbackTexts.fromGuard,
  directory: rollbackTexts.fromDirectory,
  none: rollbackTexts.noWay,
} as const

/** Shows what a rollback brings back and from where, runs it and opens its job. */
export default function RollBackDialog({
  input,
  title,
  onClose,
}: {
  input: RollbackInput
  title: string
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [starting, setStarting] = useState(false)
  const { data, error, refetch } = useQuery<RollbackPlan, Problem>({
    queryKey: ['plan', 'roll-back-rollout', input],
    queryFn: async ({ signal }) => (await plan('roll-back-rollout', input, { signal })) as RollbackPlan,
    staleTime: 0,
    gcTime: 0,
  })
  const sites = data?.count ?? 0
  const planned: readonly PlannedSite[] = data?.would_affect ?? []
  const mustType = sites > typedAbove
  const ready = sites > 0 && (!mustType || typed.trim() === String(sites))
  const start = async () => {
    setStarting(true)
    try {
      const { job_id } = await call('roll-back-rollout', { ...input, confirm: true })
      void queries.invalidateQueries()
      onClose()
      await navigate({ to: '/jobs/$jobId', params: { jobId: job_id } })
    } catch (problem) {
      toast(asProblem(problem).message, { tone: 'bad' })
      setStarting(false)
    }
  }
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{rollbackTexts.cancel}</Button>
          <Button tone="danger" icon={IconArrowBackUp} disabled={!ready} busy={starting} onClick={() => void start()}>
            {sites > 0 ? rollbackTexts.start({ count: sites }) : rollbackTexts.rollBack}
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
          <p>{rollbackTexts.summary(data.summary)}</p>
          <PlanWarnings warnings={data.warnings} />
          <ul className="stack-tight">
            {planned.slice(0, shownSites).map(({ position, site_name, site_url, items }) => (
              <li key={position}>
                <strong>{site_name || site_url}</strong>
                {items.map((item) => (
                  <div key={`${item.type} ${item.slug}`} className="small">
                    {rollbackTexts.item({ name: item.name, from: item.from, to: item.to })}{' '}
                    <span className="soft">{item.message || sources[item.source]}</span>
                  </div>
                ))}
              </li>
            ))}
          </ul>
          {data.count > shownSites && <p className="soft">{rollbackTexts.more({ count: data.count - shownSites })}</p>}
          {mustType && (
            <TypedCount
              concerns={rollbackTexts.sites({ count: sites })}
              typed={typed}
              onType={setTyped}
              onEnter={() => ready && !starting && void start()}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
