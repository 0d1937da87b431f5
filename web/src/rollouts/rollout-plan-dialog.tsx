import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DryRun, InputOf } from '../../../contract/client.ts'
import { PlanWarnings } from '../actions/plan-warnings.tsx'
import { TypedCount } from '../actions/typed-count.tsx'
import { call, plan } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { findNamed } from '../fleet/named-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { type Option, SelectField, TextField } from '../ui/form/fields.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { IconListNumbers } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { rolloutTexts } from './rollout-texts.ts'

type RolloutInput = InputOf<'create-rollout'>
type RolloutPlan = DryRun & { waves: { name: string; sites: number; budget: number; soak_minutes: number }[] }

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25

interface Choices {
  upTo: 'patch' | 'minor' | 'all'
  firstTag: Option | null
  share: string
  soak: string
  failures: string
  startsAt: string
}

const initial: Choices = { upTo: 'all', firstTag: null, share: '5', soak: '30', failures: '2', startsAt: '' }

const numberOr = (text: string, otherwise: number) =>
  text.trim() === '' || Number.isNaN(Number(text)) ? otherwise : Number(text)

function inputOf(
  run: Pick<RolloutInput, 'site_ids_or_domains' | 'types' | 'specific_items'>,
  choices: Choices,
): RolloutInput {
  const soak_minutes = Math.max(0, Math.round(numberOr(choices.soak, 0)))
  const max_failure_percent = Math.min(100, Math.max(0.01, numberOr(choices.failures, 2)))
  const first = choices.firstTag
    ? { tag_id: Number(choices.firstTag.value), name: choices.firstTag.label }
    : { sites: 1 }
  const share = Math.min(100, Math.max(0.01, numberOr(choices.share, 5)))
  return {
    ...run,
    up_to: choices.upTo,
    waves: [
      { ...first, soak_minutes, max_failures: 1 },
      { percent: share, soak_minutes, max_failure_percent },
      { soak_minutes: 0, max_failure_percent },
    ],
    ...(choices.startsAt !== '' && { starts_at: `${new Date(choices.startsAt).toISOString().slice(0, 19)}Z` as never }),
  }
}

/** Plans a rollout: what is installed, in which waves, with which budget; starts it and opens its page. */
export function RolloutPlanDialog({
  run,
  onClose,
}: {
  run: Pick<RolloutInput, 'site_ids_or_domains' | 'types' | 'specific_items'>
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [choices, setChoices] = useState(initial)
  const [typed, setTyped] = useState('')
  const [starting, setStarting] = useState(false)
  const set = (change: Partial<Choices>) => setChoices((before) => ({ ...before, ...change }))
  const input = inputOf(run, choices)
  const { data, error, refetch } = useQuery<RolloutPlan, Problem>({
    queryKey: ['plan', 'create-rollout', input],
    queryFn: async ({ signal }) => (await plan('create-rollout', input, { signal })) as RolloutPlan,
    staleTime: 0,
    gcTime: 0,
  })
  const sites = data?.count ?? 0
  const mustType = sites > typedAbove
  const ready = data !== undefined && sites > 0 && (!mustType || typed.trim() === String(sites))
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
      title={rolloutTexts.planTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{rolloutTexts.cancel}</Button>
          <Button tone="primary" icon={IconListNumbers} disabled={!ready} busy={starting} onClick={() => void start()}>
            {sites > 0 ? rolloutTexts.start({ count: sites }) : rolloutTexts.startPlain}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !starting) void start()
        }}
      >
        <p className="soft">{rolloutTexts.planIntroduction}</p>
        <div className="grid-2">
          <SelectField
            name="up_to"
            label={rolloutTexts.upTo}
            value={choices.upTo}
            onChange={(value) => set({ upTo: value as Choices['upTo'] })}
            options={[
              { value: 'patch', label: rolloutTexts.upToPatch },
              { value: 'minor', label: rolloutTexts.upToMinor },
              { value: 'all', label: rolloutTexts.upToAll },
            ]}
          />
          <PickerField
            name="first_tag"
            label={rolloutTexts.canaryTag}
            placeholder={rolloutTexts.canaryOne}
            cacheKey="list-tags"
            selected={choices.firstTag}
            onSelect={(firstTag) => set({ firstTag })}
            search={(text) => findNamed('tag', text)}
          />
          <TextField
            name="share"
            label={rolloutTexts.share}
            inputMode="decimal"
            value={choices.share}
            onChange={(share) => set({ share })}
          />
          <TextField
            name="soak"
            label={rolloutTexts.soakMinutes}
            inputMode="numeric"
            value={choices.soak}
            onChange={(soak) => set({ soak })}
          />
          <TextField
            name="failures"
            label={rolloutTexts.maxFailures}
            inputMode="decimal"
            value={choices.failures}
            onChange={(failures) => set({ failures })}
          />
          <TextField
            name="starts_at"
            type="datetime-local"
            label={rolloutTexts.startsWhen}
            value={choices.startsAt}
            onChange={(startsAt) => set({ startsAt })}
          />
        </div>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading lines={4} />
        ) : (
          <>
            <div className="stack-tight">
              <strong>{rolloutTexts.planned}</strong>
              <ol>
                {data.waves.map(({ name, sites: count, budget }) => (
                  <li key={name}>{rolloutTexts.plannedWave({ name, sites: count, budget })}</li>
                ))}
              </ol>
            </div>
            <PlanWarnings warnings={data.warnings} />
            {mustType && (
              <TypedCount
                concerns={rolloutTexts.sitesToType({ count: sites })}
                typed={typed}
                onType={setTyped}
                onEnter={() => ready && !starting && void start()}
              />
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}
