import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

export type Knowledge = DataOf<'count-vulnerabilities'>['knowledge']

const toSettings = (text: ReactNode) => (
  <Link to="/settings/$group" params={{ group: 'vulnerabilities' }}>
    {text}
  </Link>
)
const bold = (text: ReactNode) => <strong>{text}</strong>

/** Shown unless the sources are current: an empty list must not look like safety. */
export function KnowledgeNotice({ knowledge }: { knowledge: Knowledge | undefined }) {
  if (!knowledge) return null
  const { state, since } = knowledge
  const parts = { b: bold, settings: toSettings }
  if (state === 'current') {
    const behind = knowledge.sources.filter((each) => each.is_configured && each.state !== 'current')
    if (behind.length === 0) return null
    const sources = behind.map(({ source }) => sourceLabels[source] ?? source).join(', ')
    return <Notice tone="warn">{vulnerabilityTexts.someBehind({ ...parts, sources })}</Notice>
  }
  return (
    <Notice tone="warn">
      {state === 'not_configured'
        ? vulnerabilityTexts.notConfigured(parts)
        : state === 'never_read'
          ? vulnerabilityTexts.neverRead(parts)
          : since === null
            ? vulnerabilityTexts.staleUnknown(parts)
            : vulnerabilityTexts.stale({ ...parts, time: () => <RelativeTime at={since} /> })}
    </Notice>
  )
}

const states: Record<string, [Tone, string]> = {
  current: ['good', vulnerabilityTexts.sourceCurrent],
  stale: ['warn', vulnerabilityTexts.sourceStale],
  failing: ['bad', vulnerabilityTexts.sourceFailing],
  never_read: ['still', vulnerabilityTexts.sourceNeverRead],
  off: ['still', vulnerabilityTexts.sourceOff],
}

export const sourceLabels: Record<string, string> = {
  wordfence: vulnerabilityTexts.wordfence,
  wpvulnerability: vulnerabilityTexts.wpvulnerability,
  feed: vulnerabilityTexts.feed,
  file: vulnerabilityTexts.file,
}

/** One that was never read because it failed is not the same as one that waits for its first reading. */
export function SourceBadge({ state, problem }: Pick<Knowledge['sources'][number], 'state' | 'problem'>) {
  const [tone, label] = states[state === 'never_read' && problem !== null ? 'failing' : state] ?? ['still', state]
  return <Badge tone={tone}>{label}</Badge>
}

/** Each configured source with its state; a failing one says why. */
export function SourcesCard({ knowledge }: { knowledge: Knowledge }) {
  const shown = knowledge.sources.filter(({ is_configured, entries }) => is_configured || entries > 0)
  if (shown.length === 0) return null
  return (
    <Card title={vulnerabilityTexts.sources}>
      <ul className="stack-tight">
        {shown.map(({ source, state, entries, taken_at, problem }) => (
          <li key={source} className="apart" style={{ flexWrap: 'nowrap' }}>
            <span>
              {sourceLabels[source] ?? source}{' '}
              <span className="soft small">
                {vulnerabilityTexts.sourceEntries({ count: entries })},{' '}
                {taken_at === null
                  ? vulnerabilityTexts.sourceNotRead
                  : vulnerabilityTexts.sourceRead({ time: () => <RelativeTime at={taken_at} /> })}
              </span>
              {problem && <span className="soft small cut">{` ${sentence(problem)}`}</span>}
            </span>
            <SourceBadge {...{ state, problem }} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
