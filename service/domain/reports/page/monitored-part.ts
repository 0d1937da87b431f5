import type { WholeReport } from '../whole-report.ts'
import type { ReportTexts } from './report-texts.ts'

/** Short gaps, such as a restart of the service, are not worth a remark. */
const wholeShare = 0.95

type Monitored = Pick<WholeReport, 'period' | 'madeAt' | 'uptime'> & { sites: readonly unknown[] }

/** `in 5 hours of monitoring`: for how long the sites were monitored; null if that is about the whole period up to now. */
export function monitoredPart({ period, madeAt, uptime, sites }: Monitored, texts: ReportTexts): string | null {
  const count = Math.max(1, sites.length)
  const elapsed = (Math.min(period.to.getTime(), madeAt.getTime()) - period.from.getTime()) / 3_600_000
  const monitored = uptime.monitored_hours / count
  if (monitored >= elapsed * wholeShare) return null
  const time =
    monitored < 1
      ? texts.lessThanAnHour
      : monitored < 48
        ? texts.monitoredHours(Math.floor(monitored))
        : texts.monitoredDays(Math.floor(monitored / 24))
  return texts.monitoredFor(time, count > 1)
}
