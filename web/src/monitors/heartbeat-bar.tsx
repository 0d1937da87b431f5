import type { DataOf } from '../../../contract/client.ts'
import { sentence } from '../texts/sentence.ts'
import { UptimeBar, type UptimeSlot } from '../ui/chart/uptime-bar.tsx'
import { preciseText } from '../ui/format/moment.ts'
import { milliseconds } from './monitor-labels.ts'
import { monitorsTexts } from './monitors-texts.ts'

type Beat = DataOf<'get-monitor'>['heartbeats'][number]

const shown = 60
const states: Record<Beat['uptime_status'], UptimeSlot['state']> = { up: 'up', pending: 'part', down: 'down' }

// Placeholders for future checks, so that the bar has its full width from the first check on.
const none = Array.from(
  { length: shown },
  (_, at): UptimeSlot => ({ title: monitorsTexts.placeValue({ value: at + 1 }), state: 'unknown' }),
)

const slotOf = ({ time, uptime_status, ping_ms, msg }: Beat): UptimeSlot => ({
  title: `${preciseText(time)}, ${uptime_status === 'up' ? milliseconds(ping_ms) : sentence(msg)}`,
  state: states[uptime_status],
})

/** The latest checks, newest on the right. */
export function HeartbeatBar({ beats }: { beats: readonly Beat[] }) {
  if (beats.length === 0) return <p className="soft">{monitorsTexts.noCheckIsStored}</p>
  const latest = beats.slice(0, shown).reverse()
  const failed = latest.filter(({ uptime_status }) => uptime_status !== 'up').length
  return (
    <div className="stack-tight">
      <UptimeBar
        label={
          failed === 0
            ? monitorsTexts.allOfTheLast({ count: latest.length })
            : monitorsTexts.failedOfTheLast({ failed, count: latest.length })
        }
        slots={[...none.slice(latest.length), ...latest.map(slotOf)]}
      />
      <span className="soft small">
        {failed === 0
          ? monitorsTexts.theLastCountChecks({ count: latest.length })
          : monitorsTexts.failedOfTheLast({ failed, count: latest.length })}
      </span>
    </div>
  )
}
