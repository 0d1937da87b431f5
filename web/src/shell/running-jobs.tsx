import { Link } from '@tanstack/react-router'
import { useList } from '../api/query.ts'
import { IconListCheck } from '../ui/icons.ts'

const calmMs = 20_000

/** How many jobs run now; they show for themselves on the jobs page. */
export function RunningJobs() {
  const { data } = useList('list-jobs', { status: 'processing', per_page: 1 }, { every: calmMs })
  const running = data?.total ?? 0
  const label =
    running === 0 ? 'No jobs are running' : running === 1 ? 'One job is running' : `${running} jobs are running`
  return (
    <Link
      to="/jobs"
      className={running > 0 ? 'button quiet jobs-running' : 'button quiet'}
      aria-label={label}
      title={label}
    >
      {running > 0 ? <span className="spinner" /> : <IconListCheck size={18} stroke={1.8} aria-hidden />}
      {running > 0 && running}
    </Link>
  )
}
