import type { DataOf } from '../../../contract/client.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { clockText } from './clock-text.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'

/** Time entries of a task. A duration entered later replaces the timer's. */
export function TaskEntries({ entries }: { entries: DataOf<'get-time-task'>['entries'] }) {
  if (entries.length === 0) return null
  return (
    <div className="stack-tight">
      <strong>{timeTrackerTexts.recordedTimes}</strong>
      <ul className="planned">
        {entries.map(({ id, kind, user, started_at, ended_at, duration, counted }) => (
          <li key={id} className="apart">
            <span className={counted ? undefined : 'soft'}>
              {(kind === 'timer' ? timeTrackerTexts.timerBy : timeTrackerTexts.writtenBy)({
                user,
                time: () => <RelativeTime at={started_at} />,
              })}
            </span>
            <span className={counted ? undefined : 'soft'}>
              {ended_at === null ? 'running' : `${clockText(duration)} h`}
              {!counted && ', replaced'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
