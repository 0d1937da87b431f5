import { Link } from '@tanstack/react-router'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { reasonTexts } from './reason-texts.ts'

interface Reason {
  message: string
  blocks: 'nothing' | 'automatic' | 'everything'
  until: string | null
  rollout_id: number | null
}

const labels = {
  nothing: ['good', reasonTexts.due],
  automatic: ['still', reasonTexts.notAutomatic],
  everything: ['warn', reasonTexts.blocked],
} as const

/** Why an item is not updated, or when it will be. */
export function UpdateReason({ reason }: { reason: Reason | undefined }) {
  if (!reason) return <span className="soft">–</span>
  const [tone, label] = labels[reason.blocks]
  return (
    <div className="stack-tight small">
      <span>
        <Badge tone={tone}>{label}</Badge>{' '}
        {reason.until && (
          <span className="soft">{reasonTexts.until({ time: () => <RelativeTime at={reason.until ?? ''} /> })}</span>
        )}
      </span>
      <span>{sentence(reason.message)}</span>
      {reason.rollout_id !== null && (
        <Link to="/rollouts/$rolloutId" params={{ rolloutId: String(reason.rollout_id) }}>
          {reasonTexts.openRollout}
        </Link>
      )}
    </div>
  )
}
