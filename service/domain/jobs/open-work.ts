import { tooMuchOpenWork } from './job-errors.ts'
import type { OpenWork } from './open-work-store.ts'

/** Enough for any dashboard and script; without a limit one caller fills the tables that all jobs share. */
export const mostOpenJobs = 200
/** Five jobs over 100,000 sites. */
export const mostOpenTargets = 500_000

export function requireRoomFor(targets: number, open: OpenWork): void {
  if (open.jobs >= mostOpenJobs || (open.jobs > 0 && open.targets + targets > mostOpenTargets))
    throw tooMuchOpenWork(open)
}
