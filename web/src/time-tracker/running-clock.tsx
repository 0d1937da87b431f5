import { useEffect, useReducer, useState } from 'react'
import { clockTextWithSeconds } from './clock-text.ts'

/** A clock that runs without polling: the service reported `seconds` when it answered, the rest is counted here. */
export function RunningClock({
  seconds,
  answeredAt,
  decoration = false,
}: {
  seconds: number
  answeredAt: number
  /** Visible but hidden from screen readers: the name of the button around it must not change every second. */
  decoration?: boolean
}) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const [opened] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [])
  const since = answeredAt || opened
  const text = clockTextWithSeconds(seconds + Math.max(0, (Date.now() - since) / 1_000))
  return decoration ? <span className="ticking" data-time={text} /> : <span className="ticking">{text}</span>
}
