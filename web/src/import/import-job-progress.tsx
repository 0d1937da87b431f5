import { useEffect, useRef, useState } from 'react'
import { useLiveJob } from '../api/live.ts'
import { Progress } from '../ui/progress.tsx'
import { importTexts } from './import-texts.ts'
import type { ImportJob } from './use-import.ts'

const pauseMs = 700

/** Follows the job of an import and reports changes of its rows. */
export function ImportJobProgress({
  job: followed,
  onChange,
}: {
  job: ImportJob
  onChange: (job: ImportJob, over: boolean) => Promise<void>
}) {
  const { job } = useLiveJob(followed.jobId)
  const over = job !== undefined && job.completed_at !== null
  const read = useRef(() => {})
  const [failures, setFailures] = useState(0)
  // Retry the last read: without it the rows would stay unfinished.
  read.current = () => void onChange(followed, over).catch(() => setFailures((count) => count + 1))
  const processed = job?.processed ?? 0
  useEffect(() => {
    const timer = setTimeout(() => read.current(), over && failures === 0 ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [processed, over, followed.jobId, failures])
  return (
    <div className="stack-tight">
      <div className="apart" aria-live="polite">
        <strong>{importTexts.importing}</strong>
        <span>{importTexts.progress({ done: processed, total: job?.total ?? followed.sent.length })}</span>
      </div>
      <Progress percent={job?.progress ?? 0} label={importTexts.progressLabel} />
    </div>
  )
}
