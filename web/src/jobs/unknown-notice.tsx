import { Notice } from '../ui/notice.tsx'
import { jobTexts } from './job-texts.ts'

/** Targets that a retry leaves out, because they may have been done. */
export function UnknownNotice({ job, over }: { job: { failed: number; retryable: number }; over: boolean }) {
  const count = job.failed - job.retryable
  if (!over || count === 0) return null
  return <Notice>{jobTexts.outcomeUnknown({ count })}</Notice>
}
