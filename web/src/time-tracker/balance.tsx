import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { Progress } from '../ui/progress.tsx'
import { clockText } from './clock-text.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'

type Bucket = RowOf<'list-time-buckets'>

/** Use of a bucket of hours, and when it is refilled. */
export function Balance({ bucket, named = true }: { bucket: Bucket; named?: boolean }) {
  const { title, hours, used_duration, remaining_duration, next_reset } = bucket
  const percent = hours === 0 ? 100 : Math.min(100, Math.round((used_duration / (hours * 3600)) * 100))
  return (
    <div className="stack-tight" style={{ minWidth: '10rem' }}>
      <div className="apart">
        {named && <strong>{title}</strong>}
        {remaining_duration < 0 ? (
          <Badge tone="bad">
            {timeTrackerTexts.overdrawnByClocktextH({ clockText: clockText(-remaining_duration) })}
          </Badge>
        ) : (
          <span>{timeTrackerTexts.remainingdurationHLeft({ remainingduration: clockText(remaining_duration) })}</span>
        )}
      </div>
      <Progress percent={percent} label={timeTrackerTexts.usedOfTitle({ title })} />
      <span className="soft small">
        {next_reset
          ? timeTrackerTexts.usedUntil({
              used: clockText(used_duration),
              hours: clockText(hours * 3600),
              day: dayText(next_reset),
            })
          : timeTrackerTexts.used({ used: clockText(used_duration), hours: clockText(hours * 3600) })}
      </span>
    </div>
  )
}
