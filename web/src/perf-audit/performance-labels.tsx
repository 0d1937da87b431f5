import type { RowOf } from '../api/call.ts'
import type { Tone } from '../ui/badge.tsx'
import { formatDecimal } from '../ui/format/number.ts'
import { perfAuditTexts } from './perf-audit-texts.ts'

export type Result = RowOf<'list-audit-results'>
export type Strategy = 'mobile' | 'desktop'

export const auditStatusLabels: Record<Result['status'], [Tone, string]> = {
  good: ['good', perfAuditTexts.good],
  'needs-improvement': ['warn', perfAuditTexts.couldBeBetter],
  poor: ['bad', perfAuditTexts.poor],
  failed: ['bad', perfAuditTexts.auditFailed],
  unaudited: ['note', perfAuditTexts.notAuditedYet],
}

const goodFrom = 90
const poorBelow = 50

export const toneOf = (score: number): 'good' | 'warn' | 'bad' =>
  score >= goodFrom ? 'good' : score >= poorBelow ? 'warn' : 'bad'

/** A score of 0 to 100 in a coloured ring. */
export function Score({ score, label, large = false }: { score: number | null; label: string; large?: boolean }) {
  if (score === null) return <span className="soft">–</span>
  return (
    <span
      className={large ? 'score large' : 'score'}
      style={{ color: `var(--${toneOf(score)})` }}
      role="img"
      aria-label={perfAuditTexts.labelScoreOf100({ label, score })}
      title={perfAuditTexts.labelScoreOf100({ label, score })}
    >
      {score}
    </span>
  )
}

export const seconds = (ms: number | null): string =>
  ms === null
    ? '–'
    : ms < 1000
      ? perfAuditTexts.msMs({ ms: Math.round(ms) })
      : perfAuditTexts.seconds({ seconds: formatDecimal(ms / 1000, 1) })

export const bytes = (count: number | null): string =>
  count === null
    ? '–'
    : count < 1_000_000
      ? perfAuditTexts.roundKb({ round: Math.round(count / 1000) })
      : perfAuditTexts.tofixedMb({ toFixed: formatDecimal(count / 1_000_000, 1) })
