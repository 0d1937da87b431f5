import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DryRun, InputOf } from '../../../contract/client.ts'
import { PlanWarnings } from '../actions/plan-warnings.tsx'
import { TypedCount } from '../actions/typed-count.tsx'
import { call, plan } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { IconRotateClockwise2 } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { Target } from './target.ts'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

interface PlannedItem {
  name: string
  from: string
  to: string
  exact?: true
}

type FixPlan = DryRun & {
  waves: { name: string; sites: number; budget: number }[]
  left_out: { site_id: number; site_name: string; site_url: string; message: string }[]
  left_out_total: number
}

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25
const shownLeftOut = 20

/** Shows the rollout that fixes the target, and starts it. Without a known vulnerability, the user names the version first. */
export function FixDialog({
  target,
  name,
  siteIds,
  onClose,
}: {
  target: Target
  name: string
  /** Only these sites; otherwise all that are affected. */
  siteIds?: readonly number[]
  onClose: () => void
}) {
  const asksVersion = !('vulnerability_id' in target)
  const [entered, setEntered] = useState('')
  const [version, setVersion] = useState<string | null>(null)
  const input: InputOf<'fix-vulnerability'> = {
    ...target,
    ...(siteIds && { site_ids_or_domains: [...siteIds] }),
    ...(version !== null && { to_version: version }),
  }
  return (
    <FixPlanDialog key={version} input={asksVersion && version === null ? null : input} name={name} onClose={onClose}>
      {asksVersion && (
        <Form problem={null} onSubmit={() => setVersion(entered.trim() || null)}>
          <div className="line">
            <TextField
              name="to_version"
              label={vulnerabilityTexts.toVersion}
              hint={vulnerabilityTexts.toVersionHint}
              autoComplete="off"
              value={entered}
              onChange={setEntered}
            />
            <Button type="submit" disabled={entered.trim() === ''}>
              {vulnerabilityTexts.showPlan}
            </Button>
          </div>
        </Form>
      )}
    </FixPlanDialog>
  )
}

function FixPlanDialog({
  input,
  name,
  onClose,
  children,
}: {
  input: InputOf<'fix-vulnerability'> | null
  name: string
  onClose: () => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const [starting, setStarting] = useState(false)
  const { data, error, refetch } = useQuery<FixPlan, Problem>({
    queryKey: ['plan', 'fix-vulnerability', input],
    queryFn: async ({ signal }) => (await plan('fix-vulnerability', input!, { signal })) as FixPlan,
    enabled: input !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const sites = data?.count ?? 0
  const mustType = sites > typedAbove
  const ready = sites > 0 && (!mustType || typed.trim() === String(sites))
  const start = async () => {
    if (!ready || starting || input === null) return
    setStarting(true)
    try {
      const { rollout_id } = await call('fix-vulnerability', { ...input, expected_sites: sites })
      toast(vulnerabilityTexts.fixStarted({ rollout: linkToRollout(rollout_id) }), { tone: 'good' })
      void queries.invalidateQueries()
      onClose()
    } catch (problem) {
      toast(asProblem(problem).message, { tone: 'bad' })
      setStarting(false)
      void refetch()
    }
  }
  return (
    <Dialog
      wide
      title={vulnerabilityTexts.fixTitle({ name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{vulnerabilityTexts.cancel}</Button>
          <Button
            tone="primary"
            icon={IconRotateClockwise2}
            disabled={!ready}
            busy={starting}
            onClick={() => void start()}
          >
            {sites > 0 ? vulnerabilityTexts.fixCount({ count: sites }) : vulnerabilityTexts.fix}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="soft">{vulnerabilityTexts.fixIntroduction}</p>
        {children}
        {input === null ? null : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading lines={4} />
        ) : (
          <>
            <PlanSummary plan={data} />
            {mustType && (
              <TypedCount
                concerns={vulnerabilityTexts.sitesToType({ count: sites })}
                typed={typed}
                onType={setTyped}
                onEnter={() => void start()}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

const linkToRollout = (id: number) => (text: ReactNode) => (
  <Link to="/rollouts/$rolloutId" params={{ rolloutId: String(id) }}>
    {text}
  </Link>
)

function PlanSummary({ plan: { would_affect, waves, warnings, left_out, left_out_total } }: { plan: FixPlan }) {
  const steps = new Map<string, PlannedItem & { sites: number }>()
  for (const { items } of would_affect as { items: PlannedItem[] }[]) {
    for (const item of items) {
      const key = `${item.from} ${item.to} ${item.exact}`
      const known = steps.get(key)
      steps.set(key, { ...item, sites: (known?.sites ?? 0) + 1 })
    }
  }
  return (
    <>
      {steps.size === 0 && <Notice tone="warn">{vulnerabilityTexts.fixNothing}</Notice>}
      <ul className="stack-tight">
        {[...steps].map(([key, { name, from, to, exact, sites }]) => (
          <li key={key} className="line">
            <span>{vulnerabilityTexts.fixVersions({ name, from, to, sites })}</span>
            {exact && <Badge tone="note">{vulnerabilityTexts.fixExact}</Badge>}
          </li>
        ))}
      </ul>
      {waves.length > 0 && (
        <div className="stack-tight">
          <strong>{vulnerabilityTexts.fixPlanned}</strong>
          <ol>
            {waves.map(({ name, sites, budget }, position) => (
              <li key={position}>{vulnerabilityTexts.fixWave({ name: sentence(name), sites, budget })}</li>
            ))}
          </ol>
        </div>
      )}
      {/* The others are shown with their sites below. */}
      <PlanWarnings warnings={warnings.filter((warning) => left_out.every(({ message }) => message !== warning))} />
      {left_out_total > 0 && (
        <Notice tone="warn">
          <strong>{vulnerabilityTexts.fixLeftOut({ count: left_out_total })}</strong>
          <ul>
            {left_out.slice(0, shownLeftOut).map(({ site_id, site_name, site_url, message }) => (
              <li key={site_id}>
                {site_name || site_url}: {sentence(message)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
