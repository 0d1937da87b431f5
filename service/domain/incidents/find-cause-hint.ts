import type { ChangeBefore } from './handling-store.ts'

interface Hints {
  startedAt: Date
  /** Of the site before the incident, newest first. */
  changes: readonly ChangeBefore[]
  /** Other sites at the same address that went down at about the same time. */
  sameHostSites: number
}

/** Fewer may be a coincidence. */
const minSameHostSites = 2

/** What happened before an incident and may be its reason; null if nothing is known. */
export function findCauseHint({ startedAt, changes, sameHostSites }: Hints): string | null {
  if (sameHostSites >= minSameHostSites)
    return `${sameHostSites} other sites at the same address went down at the same time.`
  const before = changes.filter(({ at, outcome }) => at <= startedAt && outcome !== 'failed')
  const change = before.find(isUpdate) ?? before[0]
  if (!change) return null
  return `${describeChange(change)} ${formatAge(startedAt.getTime() - change.at.getTime())} before.`
}

const isUpdate = ({ action }: ChangeBefore) => action === 'updated' || action === 'update-in-doubt'

function describeChange({ action, item, description, user_name }: ChangeBefore): string {
  if (action === 'updated' && item !== '') return `${item} was updated`
  if (action === 'update-in-doubt' && item !== '') return `An update of ${item} was started`
  const by = user_name === '' ? '' : ` (${user_name})`
  return `“${description}”${by} was recorded`
}

function formatAge(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.round(minutes / 60)} hours`
}
