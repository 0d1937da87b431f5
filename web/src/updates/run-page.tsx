import { Link, useParams } from '@tanstack/react-router'
import { runAction } from '../actions/run-action.tsx'
import { useLiveJob } from '../api/live.ts'
import { useList, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { runTitle } from '../jobs/job-outcomes.ts'
import { Badge, OutcomeBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { duration } from '../ui/format/duration.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconRefresh, IconX } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { RunSites } from './run-sites.tsx'

/** Sites that were left out when the run was started, with the reasons. */
function SkippedSites({ jobId }: { jobId: string }) {
  const { data } = useOperation('get-job', { job_id: jobId })
  if (!data || data.skipped.length === 0) return null
  return (
    <Notice>
      <strong>{describeCount(data.skipped.length, 'site')} skipped</strong>
      <ul className="stack-tight">
        {data.skipped.slice(0, shownSkipped).map(({ site_id, message }) => (
          <li key={site_id}>{message}</li>
        ))}
        {data.skipped.length > shownSkipped && <li>and {data.skipped.length - shownSkipped} more</li>}
      </ul>
    </Notice>
  )
}

const shownSkipped = 10
const pollEveryMs = 3_000

/** Live progress of an update run, with the outcome of each site. */
export default function RunPage() {
  const { jobId } = useParams({ from: '/updates/run/$jobId' })
  const { job, problem, live } = useLiveJob(jobId)
  const can = useCan()
  const over = job !== undefined && job.completed_at !== null
  const every = over ? false : pollEveryMs
  const ofRun = { job_id: jobId, per_page: 1 }
  const { data: installed } = useList('list-update-history', { ...ofRun, results: ['updated'] }, { every })
  const { data: tried } = useList('list-update-history', ofRun, { every })
  const { data: down } = useList('list-update-history', { ...ofRun, health: 'down' }, { enabled: over })
  if (problem && !job) return <ErrorState error={problem} />
  if (!job) return <Loading />
  const input = { job_id: jobId }
  const cancel = async () => {
    const text = 'Sites at work are finished; sites that wait are left as they are.'
    if (!(await confirm({ title: 'Stop this run?', text, action: 'Stop the run', tone: 'danger' }))) return
    await runAction('cancel-job', input, { doing: 'Stopping', done: 'Stopped' })
  }
  const rest = (tried?.total ?? 0) - (installed?.total ?? 0)
  return (
    <>
      <PageHeader
        title={over ? runTitle(job) : 'Updating'}
        actions={
          <>
            {live && <Badge tone="good">Live</Badge>}
            {!over && can('cancel-job') && (
              <Button icon={IconX} onClick={() => void cancel()}>
                Stop
              </Button>
            )}
            {over && job.retryable > 0 && can('retry-failed-targets') && (
              <Button
                icon={IconRefresh}
                tone="primary"
                onClick={() =>
                  void runAction('retry-failed-targets', input, { doing: 'Starting again', done: 'Started again' })
                }
              >
                Retry {describeCount(job.retryable, 'failed site')}
              </Button>
            )}
          </>
        }
      >
        <Link to="/updates">Updates</Link>,{' '}
        <Link to="/jobs/$jobId" params={{ jobId }}>
          job {jobId}
        </Link>
        , started by {job.started_by}, <RelativeTime at={job.created_at} />
      </PageHeader>
      <Card>
        <div className="stack-tight">
          <div className="apart" aria-live="polite">
            <OutcomeBadge status={job.status} outcome={job.outcome} />
            <span>
              {job.processed.toLocaleString()} of {describeCount(job.total, 'site')}
              {job.started_at !== null && `, ${duration(job.started_at, job.completed_at)}`}
            </span>
          </div>
          <Progress percent={job.progress} label="Progress" />
        </div>
      </Card>
      <div className="stats">
        <Stat label="Updates installed" value={installed?.total.toLocaleString() ?? '…'} />
        <Stat
          label={over ? 'Not installed' : 'Not installed yet'}
          value={tried ? rest.toLocaleString() : '…'}
          to="/updates"
          search={{ view: 'history', run: jobId, result: 'not_installed' }}
        />
        <Stat label="Sites failed" value={(job.failed - job.partial).toLocaleString()} />
        <Stat label="Sites partly updated" value={job.partial.toLocaleString()} />
        <Stat
          label="Sites down after update"
          value={over ? (down?.total.toLocaleString() ?? '…') : '…'}
          to="/updates"
          search={{ view: 'history', run: jobId, health: 'down' }}
        />
      </div>
      <SkippedSites jobId={jobId} />
      <RunSites jobId={jobId} moved={job.processed} over={over} />
    </>
  )
}
