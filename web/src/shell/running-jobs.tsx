import { Link } from '@tanstack/react-router'
import { useAppShell } from '../api/app-shell.ts'
import { jobTitle } from '../jobs/job-labels.ts'
import { IconListCheck } from '../ui/icons.ts'

/** How many jobs run now and how far the newest is; they show for themselves on the jobs page. */
export function RunningJobs() {
  const { data } = useAppShell()
  const running = data?.jobs.total ?? 0
  const newest = data?.jobs.newest
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
      {/* The same words as in the label: who speaks to the computer says what they see. */}
      <span>{single ? `${newest.progress} %` : `${running} jobs`}</span>
    </Link>
  )
}
