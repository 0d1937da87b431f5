import { useParams } from '@tanstack/react-router'
import { runAction } from '../actions/run-action.tsx'
import { useLiveJob } from '../api/live.ts'
import { useCan } from '../api/session.tsx'
import { Badge, OutcomeBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { duration } from '../ui/format/duration.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconRefresh, IconX } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { jobTitle } from './job-labels.ts'
import { JobTargets } from './job-targets.tsx'
import { UnknownNotice } from './unknown-notice.tsx'

export default function JobPage() {
  const { jobId } = useParams({ from: '/jobs/$jobId' })
  const { job, problem, live } = useLiveJob(jobId)
  const can = useCan()
  if (problem && !job) return <ErrorState error={problem} />
  if (!job) return <Loading />
  const over = job.completed_at !== null
  const input = { job_id: jobId }
  const cancel = async () => {
    const text = 'What has begun is finished; what waits is left out.'
    if (!(await confirm({ title: 'Cancel this job?', text, action: 'Cancel the job', tone: 'danger' }))) return
    await runAction('cancel-job', input, { doing: 'Cancelling', done: 'Cancelled' })
  }
  return (
    <>
      <PageHeader
        title={`${jobTitle(job.type)}, job ${jobId}`}
        actions={
          <>
            {live && <Badge tone="good">Live</Badge>}
            {!over && can('cancel-job') && (
              <Button icon={IconX} onClick={() => void cancel()}>
                Cancel
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
                Retry the {job.retryable.toLocaleString()} failed
              </Button>
            )}
          </>
        }
      >
        Started by {job.started_by}, <RelativeTime at={job.created_at} />
      </PageHeader>
      <Card>
        <div className="stack">
          <div className="stack-tight">
            <div className="apart" aria-live="polite">
              <OutcomeBadge status={job.status} outcome={job.outcome} />
              <span>
                {job.processed.toLocaleString()} of {job.total.toLocaleString()} ({job.progress} %)
              </span>
            </div>
            <Progress percent={job.progress} label="Progress" />
          </div>
          <Facts
            facts={[
              ['Succeeded', job.succeeded.toLocaleString()],
              ['Failed', job.failed > 0 ? <Badge tone="bad">{job.failed.toLocaleString()}</Badge> : '0'],
              [
                'Of these in part',
                job.partial > 0 ? <Badge tone="partial">{job.partial.toLocaleString()}</Badge> : '0',
              ],
              ['Cancelled', job.cancelled.toLocaleString()],
              ['Took', job.started_at === null ? 'Not started yet' : duration(job.started_at, job.completed_at)],
            ]}
          />
        </div>
      </Card>
      <UnknownNotice job={job} over={over} />
      <JobTargets jobId={jobId} moved={job.processed} over={over} />
    </>
  )
}
