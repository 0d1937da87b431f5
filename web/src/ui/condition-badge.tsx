import { Badge, type Tone } from './badge.tsx'
import { conditionTexts } from './condition-texts.ts'

export interface Condition {
  state: 'ok' | 'unknown' | 'stale' | 'degraded' | 'disconnected' | 'down' | 'suspended'
  reason: string
  since: string | null
}

/** Every state of a site, the worst first, with its word and colour. */
export const conditionLabels: Record<Condition['state'], { tone: Tone; label: string }> = {
  down: { tone: 'bad', label: conditionTexts.down },
  disconnected: { tone: 'bad', label: conditionTexts.disconnected },
  degraded: { tone: 'warn', label: conditionTexts.degraded },
  stale: { tone: 'warn', label: conditionTexts.stale },
  unknown: { tone: 'note', label: conditionTexts.unknown },
  suspended: { tone: 'still', label: conditionTexts.suspended },
  ok: { tone: 'good', label: conditionTexts.ok },
}

/** The condition of a site as a word; the reason is its tooltip. */
export function ConditionBadge({ condition: { state, reason } }: { condition: Condition }) {
  const { tone, label } = conditionLabels[state]
  return (
    <span title={reason}>
      <Badge tone={tone} dot>
        {label}
      </Badge>
    </span>
  )
}
