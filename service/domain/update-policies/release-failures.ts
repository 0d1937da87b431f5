import { dayAt } from '../../platform/calendar.ts'
import { wallClock } from '../../platform/time-zone.ts'

/** What became of a release on other sites since a person last lifted it. */
export interface ReleaseFailures {
  name: string
  version: string
  /** Sites that failed their checks with it. */
  failed: number
  /** Sites on which a person rolled it back, although they had not failed. */
  rolledBack: number
  /** Of the sites that failed, those on which it was taken back. */
  takenBack: number
  lastAt: Date
}

/** "Forms 1.1 failed its checks on 2 sites, last on 2026-11-18 at 09:14, and was taken back." */
export function describeFailures(
  { name, version, failed, rolledBack, takenBack, lastAt }: ReleaseFailures,
  zone: string,
): string {
  const release = version === '' ? name : `${name} ${version}`
  const last = `last on ${dayAt(lastAt, zone)} at ${timeAt(lastAt, zone)}`
  if (failed === 0) return `${release} was rolled back by hand on ${sites(rolledBack)}, ${last}.`
  if (takenBack === failed) return `${release} failed its checks on ${sites(failed)}, ${last}, and was taken back.`
  if (takenBack === 0) return `${release} failed its checks on ${sites(failed)}, ${last}, and is still there.`
  return `${release} failed its checks on ${sites(failed)}, ${last}, and was taken back on ${sites(takenBack)}.`
}

/** Why a release is held: each kind of failure is counted on its own. Null: too few sites. */
export function decideHold(
  { failed, rolledBack }: Pick<ReleaseFailures, 'failed' | 'rolledBack'>,
  holdAfter: number,
): string | null {
  if (failed >= holdAfter) return `it failed the checks on ${sites(failed)}.`
  return rolledBack >= holdAfter ? `it was rolled back by hand on ${sites(rolledBack)}.` : null
}

const sites = (count: number) => (count === 1 ? '1 site' : `${count} sites`)

function timeAt(time: Date, zone: string): string {
  const { hour, minute } = wallClock(time, zone)
  return [hour, minute].map((number) => String(number).padStart(2, '0')).join(':')
}
