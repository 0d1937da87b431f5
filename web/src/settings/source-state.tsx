import type { DataOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { sentence } from '../texts/sentence.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { sourceLabels } from '../vulnerabilities/knowledge-notice.tsx'
import { sourceTexts } from './source-texts.ts'

export type State = DataOf<'list-vulnerability-sources'>['sources'][number]
export type ReadSource = 'wordfence' | 'wpvulnerability' | 'feed'

const time = (at: string) => () => <RelativeTime at={at} />

/** How current the source is, and why it is not. A source that is off says nothing. */
export function SourceState({ state }: { state: State | undefined }) {
  if (!state || (state.state === 'off' && state.entries === 0)) return null
  const { entries, skipped, taken_at, tried_at, stale_since, problem } = state
  return (
    <>
      {problem !== null && tried_at !== null && (
        <Notice tone="bad">{sourceTexts.problem({ problem: sentence(problem), time: time(tried_at) })}</Notice>
      )}
      {stale_since !== null && <Notice tone="warn">{sourceTexts.staleSince({ time: time(stale_since) })}</Notice>}
      <p className="soft">
        {taken_at === null ? sourceTexts.neverRead : sourceTexts.known({ count: entries, time: time(taken_at) })}{' '}
        {skipped > 0 && sourceTexts.skipped({ count: skipped })}
      </p>
    </>
  )
}

export const describeRead = ({ entries, changed, left_out }: { entries: number; changed: number; left_out: number }) =>
  left_out > 0
    ? sourceTexts.readSkipped({ count: entries, changed, skipped: left_out })
    : sourceTexts.read({ count: entries, changed })

/** Reads the source at once and shows what came of it: the test of its settings. */
export const readSource = (source: ReadSource) =>
  runAction(
    'refresh-vulnerability-sources',
    { source },
    {
      doing: sourceTexts.reading({ source: sourceLabels[source] ?? source }),
      done: ({ sources: [result] }) =>
        result ? (result.problem === null ? describeRead(result) : sentence(result.problem)) : sourceTexts.readNothing,
      tone: ({ sources: [result] }) =>
        result?.problem != null ? 'bad' : result !== undefined && result.left_out > 0 ? 'partial' : 'good',
    },
  )
