import { useParams } from '@tanstack/react-router'
import { runAction } from '../actions/run-action.tsx'
import { actorName } from '../activity/actor-name.ts'
import { useLiveJob } from '../api/live.ts'
import { useCan } from '../api/session.tsx'
import { Badge, OutcomeBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { duration } from '../ui/format/duration.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconRefresh, IconX } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { jobTitle } from './job-labels.ts'
import { JobTargets } from './job-targets.tsx'
import { jobTexts } from './job-texts.ts'
import { UnknownNotice } from './unknown-notice.tsx'

export default function JobPage() {
  const { jobId } = useParams({ from: '/jobs/$jobId' })
  const { job, problem, live } = useLiveJob(jobId)
  const can = useCan()
  if (problem && !job) return <ErrorState error={problem} />
  if (!job) return <Loading />
  const over = job.completed_at !== null
  const isStopping = !over && job.cancel_requested_at !== null
  const input = { job_id: jobId }
  const cancel = async () => {
    const question = { title: jobTexts.cancelTitle, text: jobTexts.cancelConsequence, action: jobTexts.cancelJob }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    await runAction('cancel-job', input, { doing: jobTexts.cancelling, done: jobTexts.cancelRequested })
  }
  return (
    <>
      <PageHeader
        title={jobTexts.jobTitle({ type: jobTitle(job.type), jobId })}
        actions={
          <>
            {live && <Badge tone="good">{jobTexts.live}</Badge>}
            {!over && !isStopping && can('cancel-job') && (
              <Button icon={IconX} onClick={() => void cancel()}>
                {jobTexts.cancel}
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
                {jobTexts.retry({ count: job.retryable })}
              </Button>
            )}
          </>
        }
      >
        {jobTexts.startedByAt({ user: actorName(job.started_by), time: () => <RelativeTime at={job.created_at} /> })}
      </PageHeader>
      <Card>
        <div className="stack">
          <div className="stack-tight">
            <div className="apart" aria-live="polite">
              <OutcomeBadge status={job.status} outcome={job.outcome} />
              <span>
                {jobTexts.progressInPercent({ processed: job.processed, total: job.total, percent: job.progress })}
              </span>
            </div>
            <Progress percent={job.progress} label={jobTexts.progress} />
            {isStopping && <p aria-live="polite">{jobTexts.stopping({ count: job.total - job.processed })}</p>}
          </div>
          <Facts
            facts={[
              [jobTexts.succeeded, formatNumber(job.succeeded)],
              [jobTexts.failed, job.failed > 0 ? <Badge tone="bad">{formatNumber(job.failed)}</Badge> : '0'],
              [jobTexts.partial, job.partial > 0 ? <Badge tone="partial">{formatNumber(job.partial)}</Badge> : '0'],
              [jobTexts.cancelled, formatNumber(job.cancelled)],
              [
                jobTexts.took,
                job.started_at === null ? jobTexts.notStartedYet : duration(job.started_at, job.completed_at),
              ],
            ]}
          />
        </div>
      </Card>
      <UnknownNotice job={job} over={over} />
      <JobTargets jobId={jobId} moved={job.processed} over={over} />
    </>
  )
}
