export interface UptimeSlot {
  /** For people: when, and what was found. */
  title: string
  state: 'up' | 'part' | 'down' | 'unknown'
}

const words = { up: 'up', part: 'down for a part', down: 'down', unknown: 'not checked' }

/** One bar per hour or day. `label` says the same in words, for those who cannot see colours. */
export function UptimeBar({ slots, label }: { slots: readonly UptimeSlot[]; label: string }) {
  return (
    <div className="uptime" role="img" aria-label={label} title={label}>
      {slots.map(({ title, state }) => (
        <i key={title} className={state} title={`${title}: ${words[state]}`} />
      ))}
    </div>
  )
}

interface Hour {
  timestamp: number
  status: 0 | 1 | null
}

const clock = new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', minute: '2-digit' })

/** The hours of `uptime_24h` as slots. */
export const hourSlots = (hours: readonly Hour[]): UptimeSlot[] =>
  hours.map(({ timestamp, status }) => ({
    title: clock.format(timestamp * 1000),
    state: status === 1 ? 'up' : status === 0 ? 'down' : 'unknown',
  }))
