import { hourText } from '../format/moment.ts'
import { chartTexts } from './chart-texts.ts'

export interface UptimeSlot {
  /** Text of the slot: time and result. */
  title: string
  state: 'up' | 'part' | 'down' | 'unknown'
}

const stateLabels = {
  up: chartTexts.up,
  part: chartTexts.downForAPart,
  down: chartTexts.down,
  unknown: chartTexts.notChecked,
}

/** One bar per hour or day. `label` is the text for screen readers. */
export function UptimeBar({ slots, label }: { slots: readonly UptimeSlot[]; label: string }) {
  return (
    <div className="uptime" role="img" aria-label={label} title={label}>
      {slots.map(({ title, state }) => (
        <i key={title} className={state} title={`${title}: ${stateLabels[state]}`} />
      ))}
    </div>
  )
}

interface Hour {
  timestamp: number
  status: 0 | 1 | null
}

/** Slots for the hours of `uptime_24h`. */
export const hourSlots = (hours: readonly Hour[]): UptimeSlot[] =>
  hours.map(({ timestamp, status }) => ({
    title: hourText(timestamp * 1000),
    state: status === 1 ? 'up' : status === 0 ? 'down' : 'unknown',
  }))
