import { addresses } from 'virtual:operations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { keyOf, useOperation } from './query.ts'
import { requestFor } from './request.ts'

type Job = DataOf<'get-job'>

const pollingMs = 3_000

/** A job with live progress: streamed by the service, polled while the stream is down. */
export function useLiveJob(jobId: string): { job: Job | undefined; problem: Error | null; live: boolean } {
  const queries = useQueryClient()
  const [live, setLive] = useState(false)
  const [broken, setBroken] = useState(false)
  const input = { job_id: jobId }
  const { data: job, error } = useOperation('get-job', input, { every: broken ? pollingMs : false })
  const over = job === undefined || job.completed_at !== null

  useEffect(() => {
    if (over) return
    const stream = new EventSource(requestFor(addresses['watch-job'], { job_id: jobId }).url)
    stream.addEventListener('open', () => {
      setLive(true)
      setBroken(false)
    })
    stream.addEventListener('job', ({ data }) => {
      const update = JSON.parse(data) as Job
      queries.setQueryData<Job>(keyOf('get-job', { job_id: jobId }), (known) =>
        known ? { ...known, ...update } : update,
      )
      if (update.completed_at !== null) stream.close()
    })
    stream.addEventListener('error', () => {
      setLive(false)
      setBroken(true)
    })
    return () => {
      setLive(false)
      setBroken(false)
      stream.close()
    }
  }, [jobId, over, queries])

  const isRunning = !over
  const wasRunning = useRef(false)
  useEffect(() => {
    // The last event of the stream has no list of errors, and other queries show what the job changed.
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])

  return { job, problem: error, live }
}
