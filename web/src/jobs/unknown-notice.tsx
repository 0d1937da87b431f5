import { describeCount } from '../ui/format/describe-count.ts'
import { Notice } from '../ui/notice.tsx'

/** Targets that a retry leaves out, because they may have been done. */
export function UnknownNotice({ job, over }: { job: { failed: number; retryable: number }; over: boolean }) {
  const kept = job.failed - job.retryable
  if (!over || kept === 0) return null
  return (
    <Notice>
      The outcome of {describeCount(kept, 'target')} is unknown: the answer was lost.{' '}
      {kept === 1 ? 'It is' : 'They are'} not sent again, because {kept === 1 ? 'it' : 'they'} may have been done. Check
      the {kept === 1 ? 'site' : 'sites'}.
    </Notice>
  )
}
