import type { ReactNode } from 'react'
import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { clockText } from '../ui/format/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { laterTexts } from './later-texts.ts'
import { ResultBadge } from './update-badges.tsx'
import { resultLabels } from './update-labels.ts'

type Entry = RowOf<'list-update-history'>
type Watched = Pick<Entry, 'watched_until' | 'watch'>

const ends: Record<'passed' | 'failed' | 'unknown' | 'stopped', readonly [Tone, string]> = {
  passed: ['good', laterTexts.watchPassed],
  failed: ['bad', laterTexts.watchFailed],
  unknown: ['warn', laterTexts.watchUnknown],
  stopped: ['still', laterTexts.watchStopped],
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
      <span title={laterTexts.watchMeaning}>
        <Badge tone="note">{isOver ? laterTexts.lastCheckDue({ time }) : laterTexts.watchedUntil({ time })}</Badge>
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

/** What later checks and syncs found, as dated lines. */
export function LaterFindings({ amendments }: Pick<Entry, 'amendments'>) {
  if (amendments.length === 0) return null
  return (
    <ul className="stack-tight small" aria-label={laterTexts.findings}>
      {amendments.map(({ at, result, message }, position) => (
        <li key={`${at} ${position}`}>
          {laterTexts.finding({ time: clockText(at), message: sentence(message) || resultLabels(result)[1] })}
        </li>
      ))}
    </ul>
  )
}

/** The result as it is known now, why, what was found later, and how long the site is watched. */
export function UpdateResult({ entry }: { entry: Entry }) {
  const { result, message, amendments } = entry
  // The last finding says the same, with its time.
  const isRepeated = amendments.at(-1)?.message === message
  return (
    <div className="stack-tight">
      <span className="line">
        <ResultBadge result={result} />
        <UpdateWatch watched={entry} />
      </span>
      {message && result !== 'updated' && !isRepeated && <div className="soft small">{sentence(message)}</div>}
      <LaterFindings amendments={amendments} />
    </div>
  )
}
