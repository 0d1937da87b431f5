import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DryRun } from '../../../contract/client.ts'
import { PlanWarnings } from '../actions/plan-warnings.tsx'
import { TypedCount } from '../actions/typed-count.tsx'
import { call, plan } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { IconListNumbers } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import {
  type LeftOutRelease,
  LeftOutReleases,
  otherWarnings,
  useChosenReleases,
} from '../updates/left-out-releases.tsx'
import { leftOutTexts } from '../updates/left-out-texts.ts'
import { type Choices, initialChoices, inputOf, PlanChoices, type RolloutScope } from './plan-choices.tsx'
import { planTexts } from './plan-texts.ts'
import { type UnguardedItem, UnguardedItems } from './unguarded-items.tsx'

type RolloutPlan = DryRun & {
  waves: { name: string; sites: number; budget: number; soak_minutes: number }[]
  items: { type: string; slug: string; name: string; to: string; sites: number }[]
  unguarded: UnguardedItem[]
  left_out: LeftOutRelease[]
  unguarded_total: number
}

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25
const shownItems = 8

/** Plans a rollout: what is installed, in which waves, with which checks and budget; starts it and opens its page. */
export function RolloutPlanDialog({
  run,
  chosen = [],
  onClose,
}: {
  run: RolloutScope
  /** Releases that failed before and that the user selected already. */
  chosen?: readonly LeftOutRelease[]
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [choices, setChoices] = useState(initialChoices)
  const [typed, setTyped] = useState('')
  const [starting, setStarting] = useState(false)
  const change = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }))
  const releases = useChosenReleases(chosen)
  const input = { ...inputOf(run, choices), ...releases.input }
  const { data, error, refetch, isPlaceholderData } = useQuery<RolloutPlan, Problem>({
    queryKey: ['plan', 'create-rollout', input],
    queryFn: async ({ signal }) => (await plan('create-rollout', input, { signal })) as RolloutPlan,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const sites = data?.count ?? 0
  const mustType = sites > typedAbove
  const ready = data !== undefined && !isPlaceholderData && sites > 0 && (!mustType || typed.trim() === String(sites))
  const start = async () => {
    setStarting(true)
    try {
      const { rollout_id } = await call('create-rollout', { ...input, expected_sites: sites })
      void queries.invalidateQueries()
      onClose()
      await navigate({ to: '/rollouts/$rolloutId', params: { rolloutId: String(rollout_id) } })
    } catch (problem) {
      toast(asProblem(problem).message, { tone: 'bad' })
      setStarting(false)
      void refetch()
    }
  }
  return (
    <Dialog
      wide
      title={planTexts.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{planTexts.cancel}</Button>
          <Button tone="primary" icon={IconListNumbers} disabled={!ready} busy={starting} onClick={() => void start()}>
            {sites > 0 ? planTexts.start({ count: sites }) : planTexts.startPlain}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="soft">{planTexts.introduction}</p>
        <PlanChoices choices={choices} onChange={change} />
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading lines={4} />
        ) : (
          <>
            {sites > 0 ? <PlannedWaves plan={data} /> : <p>{leftOutTexts.nothingInstalled}</p>}
            <LeftOutReleases leftOut={data.left_out} releases={releases} />
            <PlanWarnings warnings={otherWarnings(data.warnings, data.left_out)} />
            <UnguardedItems items={data.unguarded} total={data.unguarded_total} />
            {mustType && (
              <TypedCount
                concerns={planTexts.sitesToType({ count: sites })}
                typed={typed}
                onType={setTyped}
                onEnter={() => ready && !starting && void start()}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function PlannedWaves({ plan: { waves, items } }: { plan: RolloutPlan }) {
  return (
    <div className="stack-tight">
      <strong>{planTexts.planned}</strong>
      <ol>
        {waves.map(({ name, sites, budget, soak_minutes }, wave) => (
          <li key={name}>
            {planTexts.plannedWave({
              name: sentence(name),
              sites,
              budget,
              soak: wave < waves.length - 1 ? soak_minutes : 0,
            })}
          </li>
        ))}
      </ol>
      <ul className="small">
        {items.slice(0, shownItems).map(({ type, slug, name, to, sites }) => (
          <li key={`${type} ${slug} ${to}`}>{planTexts.plannedItem({ name, version: to, sites })}</li>
        ))}
        {items.length > shownItems && <li>{planTexts.moreItems({ count: items.length - shownItems })}</li>}
      </ul>
    </div>
  )
}
