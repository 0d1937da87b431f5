import { useEffect, useRef, useState } from 'react'
import { useLiveJob } from '../../api/live.ts'
import { Progress } from '../../ui/progress.tsx'
import type { Batch } from './use-site-import.ts'

const pauseMs = 700

/** Polls the import job while it runs and reports changes of its rows. */
export function ImportProgress({
  batch,
  onMoved,
}: {
  batch: Batch & { jobId: string }
  onMoved: (batch: Batch, over: boolean) => Promise<void>
}) {
  const { job } = useLiveJob(batch.jobId)
  const over = job !== undefined && job.completed_at !== null
  const read = useRef(() => {})
  const [failures, setFailures] = useState(0)
  // Retry the last read: without it the rows would stay unfinished.
  read.current = () => void onMoved(batch, over).catch(() => setFailures((count) => count + 1))
  const processed = job?.processed ?? 0
  useEffect(() => {
    const timer = setTimeout(() => read.current(), over && failures === 0 ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [processed, over, batch.jobId, failures])
  return (
    <div className="stack-tight">
      <div className="apart" aria-live="polite">
        <strong>Importing</strong>
        <span>
          {processed.toLocaleString()} of {batch.numbers.length.toLocaleString()}
        </span>
      </div>
      <Progress percent={job?.progress ?? 0} label="Progress of the import" />
    </div>
  )
}
