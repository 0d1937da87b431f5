import { useSyncExternalStore } from 'react'
import { language } from '../../texts/language.ts'
import { formatTexts } from './format-texts.ts'

const minute = 60_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times on the page. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, minute / 2)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
const full = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
]

/** "3 hr. ago", with the full time in the viewer's zone as a tooltip. */
export function RelativeTime({ at, never = formatTexts.never }: { at: string | null | undefined; never?: string }) {
  const current = useSyncExternalStore(subscribe, () => now)
  if (!at) return <span className="soft">{never}</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={full.format(date)} className="nowrap">
      {describe((date.getTime() - current) / minute)}
    </time>
  )
}

function describe(minutes: number): string {
  if (Math.abs(minutes) < 1) return formatTexts.justNow
  const [unit, size] = units.find(([, size]) => Math.abs(minutes) >= size) ?? ['minute', 1]
  return relative.format(Math.trunc(minutes / size), unit)
}
