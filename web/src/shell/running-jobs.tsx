import { Link } from '@tanstack/react-router'
import { useList } from '../api/query.ts'
import { jobTitle } from '../jobs/job-words.ts'
import { IconListCheck } from '../ui/icons.ts'

const calmMs = 20_000
// While something runs, its progress is worth a look every few seconds. A stream of its own in every open tab would
// use up the connections that browsers allow; a job's own page has one.
const busyMs = 2_500

/** How many jobs run now and how far the newest is; they show for themselves on the jobs page. */
export function RunningJobs() {
  const input = { status: 'processing', per_page: 1 } as const
  const first = useList('list-jobs', input)
  const busy = (first.data?.total ?? 0) > 0
  const { data } = useList('list-jobs', input, { every: busy ? busyMs : calmMs })
  const running = data?.total ?? 0
  const newest = data?.rows[0]
  const count = running === 1 ? 'One job is running' : `${running} jobs are running`
  const label = newest ? `${count}: ${jobTitle(newest.type)}, ${newest.progress} % done` : 'No jobs are running'
  if (!newest) {
    return (
      <Link to="/jobs" className="button quiet square" aria-label={label} title={label}>
        <IconListCheck size={18} stroke={1.8} aria-hidden />
      </Link>
    )
  }
  const single = running === 1
  return (
    <Link
      to={single ? '/jobs/$jobId' : '/jobs'}
      params={single ? { jobId: newest.job_id } : {}}
      className="button quiet jobs-running"
      aria-label={label}
      title={label}
    >
      <span className="spinner" />
      {!single && <span>{running} ·</span>}
      <span>{newest.progress} %</span>
    </Link>
  )
}
