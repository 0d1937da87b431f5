import type { RowOf } from '../api/call.ts'
import type { Tone } from '../ui/badge.tsx'

export type Result = RowOf<'list-audit-results'>
export type Strategy = 'mobile' | 'desktop'

export const auditStatusLabels: Record<Result['status'], [Tone, string]> = {
  good: ['good', 'Good'],
  'needs-improvement': ['warn', 'Could be better'],
  poor: ['bad', 'Poor'],
  failed: ['bad', 'Audit failed'],
  unaudited: ['note', 'Not audited yet'],
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
      aria-label={`${label}: ${score} of 100`}
      title={`${label}: ${score} of 100`}
    >
      {score}
    </span>
  )
}

export const seconds = (ms: number | null): string =>
  ms === null ? '–' : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

export const bytes = (count: number | null): string =>
  count === null ? '–' : count < 1_000_000 ? `${Math.round(count / 1000)} kB` : `${(count / 1_000_000).toFixed(1)} MB`
