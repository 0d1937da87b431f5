import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addresses, type DataOf } from '../../../contract/client.ts'
import { keyOf, useOperation } from './query.ts'
import { requestFor } from './request.ts'

type Job = DataOf<'get-job'>

const pollingMs = 3_000

/** A job as it moves: told by the service while the stream holds, asked for every few seconds when it does not. */
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
      const news = JSON.parse(data) as Job
      queries.setQueryData<Job>(keyOf('get-job', { job_id: jobId }), (known) => (known ? { ...known, ...news } : news))
      if (news.completed_at === null) return
      stream.close()
      // The report that ends the stream has no list of errors, and other parts of the page count what it did.
      void queries.invalidateQueries()
    })
    stream.addEventListener('error', () => {
      setLive(false)
      setBroken(true)
    })
    return () => {
      setLive(false)
      stream.close()
    }
  }, [jobId, over, queries])

  return { job, problem: error, live }
}
