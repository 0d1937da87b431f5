import { useEffect, useReducer, useState } from 'react'
import { tickingText } from './clock-text.ts'

/**
 * A time that runs on without asking: the service said how long it was when it answered, the rest is counted here.
 * A new answer (`seconds`) sets it right again.
 */
export function RunningClock({
  seconds,
  answeredAt,
  decoration = false,
}: {
  seconds: number
  answeredAt: number
  /** Seen, but no text: within a button that has a name of its own, which must not change every second. */
  decoration?: boolean
}) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const [opened] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [])
  const since = answeredAt || opened
  const text = tickingText(seconds + Math.max(0, (Date.now() - since) / 1_000))
  return decoration ? <span className="ticking" data-time={text} /> : <span className="ticking">{text}</span>
}
