import { Badge, type Tone } from './badge.tsx'

export interface Condition {
  state: 'ok' | 'unknown' | 'stale' | 'degraded' | 'disconnected' | 'down' | 'suspended'
  reason: string
  since: string | null
}

/** Every state of a site, the worst first, with its word and colour. */
export const conditionLabels: Record<Condition['state'], { tone: Tone; label: string }> = {
  down: { tone: 'bad', label: 'Down' },
  disconnected: { tone: 'bad', label: 'Disconnected' },
  degraded: { tone: 'warn', label: 'Has a problem' },
  stale: { tone: 'warn', label: 'Out of date' },
  unknown: { tone: 'note', label: 'Not synced yet' },
  suspended: { tone: 'still', label: 'Suspended' },
  ok: { tone: 'good', label: 'Connected' },
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
