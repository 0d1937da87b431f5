import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { clockText } from '../ui/format/moment.ts'
import { laterTexts } from './later-texts.ts'
import { ResultBadge } from './update-badges.tsx'
import { resultLabels } from './update-labels.ts'
import { UpdateWatch } from './update-watch.tsx'

type Entry = RowOf<'list-update-history'>
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
