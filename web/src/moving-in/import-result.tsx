import type { DataOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { useLiveJob } from '../api/live.ts'
import { JobTargets } from '../jobs/job-targets.tsx'
import { UnknownNotice } from '../jobs/unknown-notice.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { IconRefresh, IconWorld } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { movingInTexts } from './moving-in-texts.ts'

type Job = DataOf<'get-job'>

/** The result of an import, site by site. */
export function ImportResult({ moveIn: { job_id } }: { moveIn: DataOf<'get-move-in'> }) {
  return job_id === null ? (
    <Notice tone="good">{movingInTexts.importedWithoutCalls}</Notice>
  ) : (
    <CallsOfSites jobId={job_id} />
  )
}

function CallsOfSites({ jobId }: { jobId: string }) {
  const { job, problem } = useLiveJob(jobId)
  if (problem && !job)
    return 'status' in problem && problem.status === 404 ? (
      <Notice>{movingInTexts.jobGone}</Notice>
    ) : (
      <ErrorState error={problem} />
    )
  if (!job) return <Loading />
  const over = job.completed_at !== null
  return (
    <div className="stack">
      <Summary job={job} over={over} />
      <Card>
        <div className="stack">
          {!over && <Progress percent={job.progress} label={movingInTexts.progress} />}
          <Facts
            facts={[
              [movingInTexts.resultConnected, formatNumber(job.succeeded)],
              [movingInTexts.resultFailed, job.failed > 0 ? <Badge tone="bad">{formatNumber(job.failed)}</Badge> : '0'],
              [movingInTexts.resultOpen, formatNumber(job.total - job.processed + job.cancelled)],
            ]}
          />
          <div className="line">
            {over && job.retryable > 0 && (
              <Button
                icon={IconRefresh}
                onClick={() =>
                  void runAction(
                    'retry-failed-targets',
                    { job_id: jobId },
                    { doing: movingInTexts.retrying, done: movingInTexts.retried },
                  )
                }
              >
                {movingInTexts.retry({ count: job.retryable })}
              </Button>
            )}
            <LinkButton to="/sites" icon={IconWorld}>
              {movingInTexts.toSites}
            </LinkButton>
          </div>
        </div>
      </Card>
      <UnknownNotice job={job} over={over} />
      <JobTargets jobId={jobId} moved={job.processed} over={over} />
    </div>
  )
}

function Summary({ job: { succeeded, total, processed }, over }: { job: Job; over: boolean }) {
  if (!over)
    return (
      <Notice>
        <span aria-live="polite">{movingInTexts.resultRunning({ done: processed, total })}</span>
      </Notice>
    )
  if (succeeded === total) return <Notice tone="good">{movingInTexts.allConnected({ count: total })}</Notice>
  if (succeeded === 0) return <Notice tone="bad">{movingInTexts.noneConnected({ total })}</Notice>
  return <Notice tone="warn">{movingInTexts.someConnected({ connected: succeeded, total })}</Notice>
}
