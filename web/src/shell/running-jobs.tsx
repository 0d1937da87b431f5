import { Link } from '@tanstack/react-router'
import { useAppShell } from '../api/app-shell.ts'
import { jobTitle } from '../jobs/job-labels.ts'
import { IconListCheck } from '../ui/icons.ts'
import { shellTexts } from './shell-texts.ts'

/** The number of running jobs and the progress of the newest. */
export function RunningJobs() {
  const { data } = useAppShell()
  const running = data?.jobs.total ?? 0
  const newest = data?.jobs.newest
  const count = running === 1 ? shellTexts.oneJobIsRunning : shellTexts.runningJobsAreRunning({ running })
  const label = newest
    ? shellTexts.countTypeProgressDone({ count, type: jobTitle(newest.type), progress: newest.progress })
    : shellTexts.noJobsAreRunning
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
      {/* Same text as in the label, so that voice control finds the visible text. */}
      <span>{single ? `${newest.progress} %` : shellTexts.runningJobs({ running })}</span>
    </Link>
  )
}
