import { Link } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/client.ts'
import { call, callList } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { counted } from '../ui/in-words.ts'
import { toast } from '../ui/toast.tsx'

export type Run = InputOf<'run-updates'>

const lookEveryMs = 300
const pause = () => new Promise((resolve) => setTimeout(resolve, lookEveryMs))

/**
 * Starts a run and answers its job as soon as there is one. The call itself waits for the sites for a while;
 * the job is known long before, and people want to see it move. Null: nothing was started, and a message says why.
 */
export async function startRun(run: Run): Promise<string | null> {
  const before = await newestJob()
  let over = false
  const outcome = call('run-updates', run)
    .then((data) => {
      over = true
      if (data.queued) return data.job_id
      const { total_updated, sites_updated } = data.summary
      const notStarted = data.errors.filter(({ type }) => type === 'site' || type === undefined)
      if (total_updated > 0) {
        toast(`${counted(total_updated, 'update')} installed on ${counted(sites_updated, 'site')}.`, { tone: 'good' })
      }
      if (notStarted.length > 0) toast(<NotStarted errors={notStarted} />, { tone: 'bad' })
      return null
    })
    .catch((error: unknown) => {
      over = true
      toast(asProblem(error).message, { tone: 'bad' })
      return null
    })
    .finally(() => void queries.invalidateQueries())
  for (;;) {
    const queued = over ? await outcome : null
    if (queued !== null) return queued
    const newest = await newestJob()
    if (newest > before) return String(newest)
    if (over) return null
    await pause()
  }
}

async function newestJob(): Promise<number> {
  const { rows } = await callList('list-jobs', { type: 'update', per_page: 1 })
  return Number(rows[0]?.job_id ?? 0)
}

const shown = 3

function NotStarted({
  errors,
}: {
  errors: readonly { site_url?: string; identifier: number | string; message: string; job_id?: string }[]
}) {
  const running = errors.find(({ job_id }) => job_id !== undefined)
  if (running?.job_id !== undefined)
    return (
      <>
        Some sites take longer.{' '}
        <Link to="/updates/run/$jobId" params={{ jobId: running.job_id }}>
          Watch them
        </Link>
      </>
    )
  return (
    <>
      <strong>{errors.length === 1 ? 'One did not work' : `${errors.length} did not work`}</strong>
      {errors.slice(0, shown).map(({ identifier, message }) => (
        <p key={identifier}>{message}</p>
      ))}
      {errors.length > shown && <p>and {errors.length - shown} more</p>}
    </>
  )
}
