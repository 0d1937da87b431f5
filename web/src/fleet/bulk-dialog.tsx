import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { runAction } from '../actions/run-action.tsx'
import { TypedCount } from '../actions/typed-count.tsx'
import { call } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { LeftOutReleases, useChosenReleases } from '../updates/left-out-releases.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { bulkTexts } from './bulk-texts.ts'
import { ScrollList } from './scroll-list.tsx'
import type { SiteChoice } from './site-choice.ts'

// From this many on, mistakes are expensive: the user types the count.
const typedAbove = 25
const shown = 100

export interface BulkDialogProps {
  action: InputOf<'plan-bulk-action'>['action']
  options?: Record<string, unknown>
  choice: SiteChoice
  title: string
  /** The label of the button. */
  label: string
  onClose: () => void
  /** The job was started, and the dialog is closed. */
  onDone?: () => void
}

type Plan = DataOf<'plan-bulk-action'>

interface Started {
  jobId: string
  gone: number
  /** The plan that takes the change back. */
  undo: string | null
}

/** Shows the plan of an action on many sites, runs it, and shows its progress and result. */
export default function BulkDialog({ action, options = {}, choice, title, label, onClose, onDone }: BulkDialogProps) {
  const [typed, setTyped] = useState('')
  const [started, setStarted] = useState<Started | 'starting' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const releases = useChosenReleases()
  const asked = action === 'run-updates' ? { ...options, ...releases.input } : options
  const { data, error, refetch, isPlaceholderData } = useQuery<Plan, Problem>({
    queryKey: ['plan-bulk-action', action, asked, choice],
    queryFn: () => call('plan-bulk-action', { action, options: asked, ...choice }),
    placeholderData: keepPreviousData,
    // When its job has ended, all queries are read again.
    enabled: started === null,
    // Each dialog has a plan of its own, which is not made again while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const mustType = data !== undefined && data.count > typedAbove
  const ready =
    data !== undefined && !isPlaceholderData && data.count > 0 && (!mustType || typed.trim() === String(data.count))
  const run = async (planId: string, undo: string | null) => {
    setStarted('starting')
    setProblem(null)
    try {
      const { job_id, sites_gone } = await call('run-bulk-action', { plan_id: planId, confirm: true })
      setStarted({ jobId: job_id, gone: sites_gone, undo })
    } catch (thrown) {
      setProblem(asProblem(thrown))
      setStarted(null)
    }
  }
  const runUndo = async (planId: string) => {
    const result = await runAction(
      'run-bulk-action',
      { plan_id: planId, confirm: true },
      { doing: actionTexts.undoing, done: actionTexts.undoing },
    )
    if (result) setStarted({ jobId: result.job_id, gone: result.sites_gone, undo: null })
  }
  const close = () => {
    onClose()
    onDone?.()
  }
  if (started !== null && started !== 'starting') {
    const { jobId, gone, undo } = started
    const onUndo = undo === null ? undefined : () => void runUndo(undo)
    return <BulkProgress key={jobId} title={title} jobId={jobId} gone={gone} onUndo={onUndo} onClose={close} />
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{bulkTexts.cancel}</Button>
          <Button
            tone={data?.needs_confirmation ? 'danger' : 'primary'}
            disabled={!ready}
            busy={started === 'starting'}
            onClick={() => data && void run(data.plan_id, data.undo_plan_id)}
          >
            {label}
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
          {problem && <Notice tone="bad">{problem.message}</Notice>}
          <PlannedSites plan={data} />
          <LeftOutReleases leftOut={data.left_out_items} releases={releases} />
          {mustType && (
            <TypedCount
              concerns={bulkTexts.typeCount({ count: data.count })}
              typed={typed}
              onType={setTyped}
              onEnter={() => ready && started === null && void run(data.plan_id, data.undo_plan_id)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

function PlannedSites({ plan }: { plan: Plan }) {
  const { count, sites, left_out, left_out_count, warnings, needs_confirmation } = plan
  return (
    <>
      <p>
        {count === 0 ? bulkTexts.nothing : bulkTexts.willChange({ count, strong: (text) => <strong>{text}</strong> })}{' '}
        {needs_confirmation && count > 0 && bulkTexts.cannotUndo}
      </p>
      {warnings.slice(0, shown).map((warning) => (
        <Notice key={warning} tone="warn">
          {sentence(warning)}
        </Notice>
      ))}
      {count > 0 && (
        <ScrollList label={bulkTexts.sitesToChange}>
          {sites.slice(0, shown).map(({ id, name, url }) => (
            <li key={id} className="apart">
              <span className="cut stays-whole">{name || hostOf(url)}</span>
              {name && <span className="soft small cut">{hostOf(url)}</span>}
            </li>
          ))}
        </ScrollList>
      )}
      {count > Math.min(shown, sites.length) && (
        <p className="soft">{bulkTexts.moreSites({ count: count - Math.min(shown, sites.length) })}</p>
      )}
      {left_out_count > 0 && (
        <details open={count === 0}>
          <summary>{bulkTexts.leftOut({ count: left_out_count })}</summary>
          <ScrollList label={bulkTexts.leftOut({ count: left_out_count })}>
            {left_out.slice(0, shown).map(({ site_id, site_name, site_url, message }) => (
              <li key={site_id}>
                <strong>{site_name || site_url}</strong> {sentence(message)}
              </li>
            ))}
          </ScrollList>
        </details>
      )}
    </>
  )
}
