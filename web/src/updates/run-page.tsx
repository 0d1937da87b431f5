import { Link, useParams } from '@tanstack/react-router'
import { runAction } from '../actions/run-action.tsx'
import { actorName } from '../activity/actor-name.ts'
import { useLiveJob } from '../api/live.ts'
import { useList, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { runTitle } from '../jobs/job-outcomes.ts'
import { jobTexts } from '../jobs/job-texts.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, OutcomeBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { duration } from '../ui/format/duration.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconRefresh, IconX } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { laterTexts } from './later-texts.ts'
import { RunSites } from './run-sites.tsx'
import { runTexts } from './run-texts.ts'
import { WatchNotice } from './update-watch.tsx'
import { watchTexts } from './watch-texts.ts'

/** Sites that were left out when the run was started, with the reasons. */
function SkippedSites({ jobId }: { jobId: string }) {
  const { data } = useOperation('get-job', { job_id: jobId })
  if (!data || data.skipped.length === 0) return null
  return (
    <Notice>
      <strong>{runTexts.skipped({ count: data.skipped.length })}</strong>
      <ul className="stack-tight">
        {data.skipped.slice(0, shownSkipped).map(({ site_id, message }) => (
          <li key={site_id}>{sentence(message)}</li>
        ))}
        {data.skipped.length > shownSkipped && <li>{runTexts.more({ count: data.skipped.length - shownSkipped })}</li>}
      </ul>
    </Notice>
  )
}

const shownSkipped = 10
const pollEveryMs = 3_000
/** Later checks are minutes apart. */
const laterMs = 20_000
const amendedOf = (jobId: string) => ({ job_id: jobId, amended: true as const, per_page: 100 })
const shownTried = 100

/** Live progress of an update run, with the outcome of each site. */
export default function RunPage() {
  const { jobId } = useParams({ from: '/updates/run/$jobId' })
  const { job, problem, live } = useLiveJob(jobId)
  const can = useCan()
  const over = job !== undefined && job.completed_at !== null
  const every = over ? laterMs : pollEveryMs
  const ofRun = { job_id: jobId, per_page: 1 }
  const { data: installed } = useList('list-update-history', { ...ofRun, results: ['updated'] }, { every })
  const { data: tried } = useList('list-update-history', { ...ofRun, per_page: shownTried }, { every })
  const { data: down } = useList('list-update-history', { ...ofRun, health: 'down' }, { enabled: over })
  // Of a large run only the newest updates are in `tried`.
  const isLarge = (tried?.total ?? 0) > shownTried
  const { data: ofLarge } = useList('list-update-history', amendedOf(jobId), {
    enabled: over && isLarge,
    every: laterMs,
  })
  const amended = isLarge
    ? (ofLarge?.rows ?? [])
    : (tried?.rows ?? []).filter(({ amendments }) => amendments.length > 0)
  const amendedTotal = isLarge ? (ofLarge?.total ?? 0) : amended.length
  const watched = tried?.rows.find(({ watch }) => watch === 'watching')
  if (problem && !job) return <ErrorState error={problem} />
  if (!job) return <Loading />
  const input = { job_id: jobId }
  const cancel = async () => {
    const question = { title: runTexts.stopTitle, text: runTexts.stopConsequence, action: runTexts.stopRun }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    await runAction('cancel-job', input, { doing: runTexts.stopping, done: runTexts.stopped })
  }
  const failedLater = amended.filter(({ result }) => result !== 'updated').length
  const rest = (tried?.total ?? 0) - (installed?.total ?? 0)
  // Homepages are checked after every update of a run, or after none.
  const isUnchecked = down?.total === 0 && tried?.rows[0]?.health === null
  return (
    <>
      <PageHeader
        title={
          !over
            ? runTexts.updating
            : failedLater > 0
              ? laterTexts.runFailedLater({ count: failedLater })
              : runTitle(job)
        }
        actions={
          <>
            {live && <Badge tone="good">{jobTexts.live}</Badge>}
            {!over && can('cancel-job') && (
              <Button icon={IconX} onClick={() => void cancel()}>
                {runTexts.stop}
              </Button>
            )}
            {over && job.retryable > 0 && can('retry-failed-targets') && (
              <Button
                icon={IconRefresh}
                tone="primary"
                onClick={() =>
                  void runAction('retry-failed-targets', input, {
                    doing: jobTexts.startingAgain,
                    done: jobTexts.startedAgain,
                  })
                }
              >
                {runTexts.retry({ count: job.retryable })}
              </Button>
            )}
          </>
        }
      >
        {runTexts.source({
          jobId,
          user: actorName(job.started_by),
          updates: (text) => <Link to="/updates">{text}</Link>,
          job: (text) => (
            <Link to="/jobs/$jobId" params={{ jobId }}>
              {text}
            </Link>
          ),
          time: () => <RelativeTime at={job.created_at} />,
        })}
      </PageHeader>
      <WatchNotice until={watched?.watched_until} text={watchTexts.runWatched} />
      {amendedTotal > 0 && (
        <Notice tone={failedLater > 0 ? 'bad' : 'note'}>
          {laterTexts.runAmended({ count: amendedTotal, b: (text) => <strong>{text}</strong> })}{' '}
          <Link to="/updates" search={{ view: 'history', run: jobId, amended: 'yes' }}>
            {laterTexts.showAmended}
          </Link>
        </Notice>
      )}
      <Card>
        <div className="stack-tight">
          <div className="apart" aria-live="polite">
            {failedLater > 0 ? (
              <Badge tone="bad">{laterTexts.failedLater}</Badge>
            ) : (
              <OutcomeBadge status={job.status} outcome={job.outcome} />
            )}
            <span>
              {job.started_at === null
                ? runTexts.progressOf(job)
                : runTexts.progressOfSince({ ...job, duration: duration(job.started_at, job.completed_at) })}
            </span>
          </div>
          <Progress percent={job.progress} label={jobTexts.progress} />
        </div>
      </Card>
      <div className="stats">
        <Stat label={runTexts.installed} value={installed ? formatNumber(installed.total) : '…'} />
        <Stat
          label={over ? runTexts.notInstalled : runTexts.notInstalledYet}
          value={tried ? formatNumber(rest) : '…'}
          to="/updates"
          search={{ view: 'history', run: jobId, result: 'not_installed' }}
        />
        <Stat label={runTexts.sitesFailed} value={formatNumber(job.failed - job.partial)} />
        {failedLater > 0 && <Stat label={laterTexts.updatesFailedLater} value={formatNumber(failedLater)} />}
        <Stat label={runTexts.sitesPartlyUpdated} value={formatNumber(job.partial)} />
        <Stat
          label={runTexts.sitesDown}
          value={!over || !down ? '…' : isUnchecked ? '–' : formatNumber(down.total)}
          to="/updates"
          search={{ view: 'history', run: jobId, health: 'down' }}
        />
      </div>
      <SkippedSites jobId={jobId} />
      <RunSites jobId={jobId} moved={job.processed} over={over} amended={amended} />
    </>
  )
}
