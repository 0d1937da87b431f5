import type { WholeReport } from '../whole-report.ts'
import { plural } from './parts.ts'

/** Short gaps, such as a restart of the service, are not worth a remark. */
const wholeShare = 0.95

type Monitored = Pick<WholeReport, 'period' | 'madeAt' | 'uptime'> & { sites: readonly unknown[] }

/** `in 5 hours of monitoring`: for how long the sites were monitored; null if that is about the whole period up to now. */
export function monitoredPart({ period, madeAt, uptime, sites }: Monitored): string | null {
  const count = Math.max(1, sites.length)
  const elapsed = (Math.min(period.to.getTime(), madeAt.getTime()) - period.from.getTime()) / 3_600_000
  const monitored = uptime.monitored_hours / count
  if (monitored >= elapsed * wholeShare) return null
  const time =
    monitored < 1
      ? 'less than an hour'
      : monitored < 48
        ? plural(Math.floor(monitored), 'hour')
        : plural(Math.floor(monitored / 24), 'day')
  return `in ${time} of monitoring${count > 1 ? ' per website' : ''}`
}
