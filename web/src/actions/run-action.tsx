import { Link } from '@tanstack/react-router'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import { type Callable, call } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { toast } from '../ui/toast.tsx'

/** Fields that operations on many targets have in common. */
interface Outcome {
  queued?: boolean
  job_id?: string
  status?: string
  sites_queued?: number
  errors?: { identifier: number | string; site_url?: string; code: string; message: string; job_id?: string }[]
}

const shownErrors = 3
// The job exists shortly after the request is sent; the header shows it before the response arrives.
const jobAppearsMs = 400

/**
 * Runs an operation and shows progress and outcome in a toast. `doing`: "Syncing 12 sites"; `done`: "12 sites synced".
 * Returns null on failure.
 */
export async function runAction<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  texts: { doing: string; done: string | ((data: DataOf<Name>) => string) },
): Promise<DataOf<Name> | null> {
  const id = toast(`${texts.doing} …`, { busy: true })
  const refreshTimer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['list-jobs'] }), jobAppearsMs)
  try {
    const data = await call(name, input)
    const done = typeof texts.done === 'string' ? texts.done : texts.done(data)
    showOutcome(id, done, data as Outcome)
    return data
  } catch (error) {
    toast(asProblem(error).message, { tone: 'bad', replaces: id })
    return null
  } finally {
    clearTimeout(refreshTimer)
    void queries.invalidateQueries()
  }
}

function showOutcome(id: number, done: string, { queued, job_id, status, errors = [] }: Outcome): void {
  // Operations that always run as a job do not report `queued`; a job has a status.
  if ((queued ?? status === undefined) && job_id !== undefined) {
    return void toast(<WatchJob jobId={job_id}>This runs in the background.</WatchJob>, { replaces: id })
  }
  const running = errors.find(({ code }) => code === 'svc_still_running')
  if (running?.job_id !== undefined) {
    return void toast(<WatchJob jobId={running.job_id}>Some sites take longer.</WatchJob>, { replaces: id })
  }
  if (errors.length === 0) return void toast(`${done}.`, { tone: 'good', replaces: id })
  toast(
    <>
      <strong>{errors.length === 1 ? 'One did not work' : `${errors.length} did not work`}</strong>
      {errors.slice(0, shownErrors).map(({ identifier, site_url, message }, position) => (
        <p key={position}>
          {site_url ?? identifier}: {message}
        </p>
      ))}
      {errors.length > shownErrors && <p>and {errors.length - shownErrors} more</p>}
      <Link to="/jobs">Look at the jobs</Link>
    </>,
    { tone: 'bad', replaces: id },
  )
}

function WatchJob({ jobId, children }: { jobId: string; children: string }) {
  return (
    <>
      {children}{' '}
      <Link to="/jobs/$jobId" params={{ jobId }}>
        Watch it
      </Link>
    </>
  )
}
