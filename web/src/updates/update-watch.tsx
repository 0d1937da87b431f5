import type { ReactNode } from 'react'
import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { clockText } from '../ui/format/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { watchTexts } from './watch-texts.ts'

type Watched = Pick<RowOf<'list-update-history'>, 'watched_until' | 'watch'>

const ends: Record<'passed' | 'failed' | 'unknown' | 'stopped', readonly [Tone, string]> = {
  passed: ['good', watchTexts.watchPassed],
  failed: ['bad', watchTexts.watchFailed],
  unknown: ['warn', watchTexts.watchUnknown],
  stopped: ['still', watchTexts.watchStopped],
}

/** Until when a site is watched after its update, or how the watch ended. Nothing when it was not watched. */
export function UpdateWatch({
  watched: { watched_until, watch },
  message = null,
}: {
  watched: Watched
  message?: string | null
}) {
  if (watched_until === null || watch === null) return null
  const time = clockText(watched_until)
  if (watch === 'watching') {
    // The checks may wait for their turn.
    const isOver = Date.parse(watched_until) < Date.now()
    return (
      <span title={watchTexts.watchMeaning}>
        <Badge tone="note">{isOver ? watchTexts.lastCheckDue({ time }) : watchTexts.watchedUntil({ time })}</Badge>
      </span>
    )
  }
  const [tone, label] = ends[watch]
  return (
    <span className="line">
      <Badge tone={tone}>{label}</Badge>
      {message && <span className="small">{sentence(message)}</span>}
    </span>
  )
}

/** Until when something is watched, and what happens if it breaks. Nothing after that. */
export function WatchNotice({
  until,
  text,
}: {
  until: string | null | undefined
  text: (values: { time: string; b: (text: ReactNode) => ReactNode }) => ReactNode
}) {
  if (!until || Date.parse(until) < Date.now()) return null
  return <Notice>{text({ time: clockText(until), b: (bold) => <strong>{bold}</strong> })}</Notice>
}
