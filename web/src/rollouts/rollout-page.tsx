import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { actorName } from '../activity/actor-name.ts'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { WatchNotice } from '../updates/update-watch.tsx'
import { watchTexts } from '../updates/watch-texts.ts'
import { rollbackTexts } from './rollback-texts.ts'
import { RolloutSteps } from './rollout-steps.tsx'
import { rolloutTexts } from './rollout-texts.ts'
import { RolloutBadge } from './rollouts-page.tsx'
import { WaveTimeline } from './wave-timeline.tsx'

type Rollout = DataOf<'get-rollout'>

const RollBackDialog = lazy(() => import('./roll-back-dialog.tsx'))

const busyMs = 2_000
const idleMs = 15_000

export default function RolloutPage() {
  const { rolloutId } = useParams({ from: '/rollouts/$rolloutId' })
  const input = { rollout_id: Number(rolloutId) }
  const first = useOperation('get-rollout', input)
  const busy = first.data?.status === 'running'
  const { data, error, refetch } = useOperation('get-rollout', input, {
    every: first.data?.ended_at ? false : busy ? busyMs : idleMs,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  return (
    <>
      <PageHeader
        title={sentence(data.name)}
        actions={
          <>
            <RollBackAll rollout={data} />
            <RolloutActions rollout={data} />
          </>
        }
      >
        {rolloutTexts.source({
          user: actorName(data.started_by),
          rollouts: (text: ReactNode) => <Link to="/rollouts">{text}</Link>,
          time: () => <RelativeTime at={data.created_at} />,
        })}
      </PageHeader>
      {data.status === 'paused' && (
        <Notice tone="warn">
          <strong>{rolloutTexts.needsYou}.</strong> {sentence(data.pause_reason ?? '')}
        </Notice>
      )}
      <WatchNotice until={data.watched_until} text={watchTexts.waveWatched} />
      <div className="stats" aria-live="polite">
        <Stat label={rolloutTexts.status} value={<RolloutBadge status={data.status} />} />
        <Stat label={rolloutTexts.updated} value={formatNumber(data.sites_updated)} />
        <Stat label={rolloutTexts.failed} value={formatNumber(data.sites_failed)} />
        <Stat label={rolloutTexts.left} value={formatNumber(data.sites_left)} />
      </div>
      <ChosenChecks checks={data.checks} />
      <WaveTimeline rollout={data} />
      <Card title={rolloutTexts.items}>
        <ul className="stack-tight">
          {data.items.slice(0, 20).map(({ type, slug, name, to, sites }) => (
            <li key={`${type} ${slug} ${to}`} className="apart">
              <span>
                {name} {to}
              </span>
              <span className="soft">{rolloutTexts.itemSites({ count: sites })}</span>
            </li>
          ))}
        </ul>
      </Card>
      <RolloutSteps rolloutId={data.rollout_id} moved={data.sites_left} />
    </>
  )
}

const modeLabels = {
  off: rolloutTexts.modeOff,
  warn: rolloutTexts.modeWarn,
  block: rolloutTexts.modeBlock,
  if_possible: rolloutTexts.modeIfPossible,
  required: rolloutTexts.modeRequired,
}

/** What differs from the policies; checks that are off are easy to forget. */
function ChosenChecks({ checks: { guard, page_checks, browser_checks } }: { checks: Rollout['checks'] }) {
  const parts = [
    ...(guard ? [rolloutTexts.chosenGuard({ mode: modeLabels[guard] })] : []),
    ...(page_checks ? [rolloutTexts.chosenPages({ mode: modeLabels[page_checks] })] : []),
    ...(browser_checks ? [rolloutTexts.chosenBrowser({ mode: modeLabels[browser_checks] })] : []),
  ]
  if (parts.length === 0) return null
  const isOff = guard === 'off' || page_checks === 'off'
  return <Notice tone={isOff ? 'warn' : 'note'}>{rolloutTexts.chosenChecks({ parts: parts.join(', ') })}</Notice>
}

/** Waves and whole rollouts are rolled back only while nothing is being installed. */
const isStill = ({ status }: Rollout) => ['paused', 'finished', 'ended'].includes(status)

function RollBackAll({ rollout }: { rollout: Rollout }) {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!isStill(rollout) || rollout.sites_to_roll_back === 0 || !can('roll-back-rollout')) return null
  return (
    <>
      <Button icon={IconArrowBackUp} onClick={() => setOpen(true)}>
        {rollbackTexts.rollBackAll}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RollBackDialog
            input={{ rollout_id: rollout.rollout_id }}
            title={rollbackTexts.titleAll}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function RolloutActions({ rollout }: { rollout: Rollout }) {
  const can = useCan()
  const input = { rollout_id: rollout.rollout_id }
  if (rollout.ended_at !== null || !can('pause-rollout')) return null
  const resume = async () => {
    const question = {
      title: rolloutTexts.resumeTitle,
      text: rolloutTexts.resumeConsequence,
      action: rolloutTexts.resume,
    }
    if (!(await confirm(question))) return
    await runAction('resume-rollout', input, { doing: rolloutTexts.resuming, done: rolloutTexts.resumed })
  }
  const end = async () => {
    const question = {
      title: rolloutTexts.endTitle,
      text: rolloutTexts.endConsequence,
      action: rolloutTexts.endRollout,
    }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    await runAction('end-rollout', input, { doing: rolloutTexts.ending, done: rolloutTexts.endedDone })
  }
  return (
    <>
      <Button icon={IconPlayerStop} onClick={() => void end()}>
        {rolloutTexts.end}
      </Button>
      {rollout.status === 'paused' ? (
        <Button tone="primary" icon={IconPlayerPlay} onClick={() => void resume()}>
          {rolloutTexts.resume}
        </Button>
      ) : (
        <Button
          icon={IconPlayerPause}
          onClick={() =>
            void runAction('pause-rollout', input, {
              doing: rolloutTexts.pausing,
              done: rolloutTexts.pausedDone,
              undo: () => () =>
                void runAction('resume-rollout', input, { doing: rolloutTexts.resuming, done: rolloutTexts.resumed }),
            })
          }
        >
          {rolloutTexts.pause}
        </Button>
      )}
    </>
  )
}
