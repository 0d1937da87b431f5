import type { DataOf } from '../../../contract/client.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { runAction } from '../actions/run-action.tsx'
import { useLiveJob } from '../api/live.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { bulkTexts } from './bulk-texts.ts'
import { ScrollList } from './scroll-list.tsx'

type Job = DataOf<'get-job'>

const shownErrors = 20

/** The live progress and the result of an action on many sites. */
export function BulkProgress({
  title,
  jobId,
  gone,
  onUndo,
  onClose,
}: {
  title: string
  jobId: string
  /** Sites of the plan that could no longer be used. */
  gone: number
  /** Takes the change back, if that is possible. */
  onUndo?: (() => void) | undefined
  onClose: () => void
}) {
  const can = useCan()
  const { job, problem } = useLiveJob(jobId)
  const over = job !== undefined && job.completed_at !== null
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <LinkButton tone="quiet" to="/jobs/$jobId" params={{ jobId }}>
            {bulkTexts.openJob}
          </LinkButton>
          {over && onUndo && job.succeeded > 0 && <Button onClick={onUndo}>{actionTexts.undo}</Button>}
          {over && job.retryable > 0 && can('retry-failed-targets') && (
            <Button
              onClick={() =>
                void runAction(
                  'retry-failed-targets',
                  { job_id: jobId },
                  { doing: bulkTexts.retrying, done: bulkTexts.retried },
                )
              }
            >
              {bulkTexts.retry({ count: job.retryable })}
            </Button>
          )}
          <Button tone="primary" onClick={onClose}>
            {bulkTexts.done}
          </Button>
        </>
      }
    >
      {problem && !job ? (
        <ErrorState error={problem} />
      ) : !job ? (
        <Loading lines={3} />
      ) : (
        <div className="stack">
          <Progress percent={job.progress} label={bulkTexts.progress} />
          <div aria-live="polite">
            {over ? <Result job={job} /> : <p>{bulkTexts.running({ done: job.processed, total: job.total })}</p>}
          </div>
          {gone > 0 && <Notice tone="warn">{bulkTexts.gone({ count: gone })}</Notice>}
          {over && <Failures job={job} />}
        </div>
      )}
    </Dialog>
  )
}

/** Never more than what was achieved. */
function Result({ job: { succeeded, failed, retryable, cancelled, total } }: { job: Job }) {
  const unknown = failed - retryable
  if (succeeded === total) return <Notice tone="good">{bulkTexts.allDone({ total })}</Notice>
  return (
    <Notice tone={succeeded > 0 || unknown > 0 ? 'warn' : 'bad'}>
      {succeeded === 0 && failed === total && unknown === 0
        ? bulkTexts.noneDone({ total })
        : bulkTexts.someDone({ done: succeeded, total })}{' '}
      {unknown > 0 && bulkTexts.unknown({ count: unknown })}{' '}
      {cancelled > 0 && bulkTexts.cancelled({ count: cancelled })}
    </Notice>
  )
}

function Failures({ job: { errors } }: { job: Job }) {
  if (!errors || errors.length === 0) return null
  return (
    <ScrollList label={bulkTexts.failures}>
      {errors.slice(0, shownErrors).map(({ identifier, site_name, site_url, message }, position) => (
        <li key={position}>
          <strong>{site_name || site_url || String(identifier)}</strong> {sentence(message)}
        </li>
      ))}
    </ScrollList>
  )
}
