import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from './badge.tsx'
import { conditionTexts } from './condition-texts.ts'

export interface Condition {
  state: 'ok' | 'unknown' | 'stale' | 'degraded' | 'disconnected' | 'down' | 'suspended'
  cause: keyof typeof causes
  detail: string
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

const causes = {
  suspended: conditionTexts.suspendedByHand,
  suspended_with_client: conditionTexts.suspendedWithClient,
  down: conditionTexts.siteIsDown,
  disconnected: conditionTexts.notConnected,
  never_connected: conditionTexts.notConnectedYet,
  sync_failed: conditionTexts.syncFailed,
  sync_incomplete: conditionTexts.syncIncomplete,
  checked_again: conditionTexts.checkRepeated,
  update_checks_failed: conditionTexts.updateChecksFailed,
  update_unchecked: conditionTexts.updateUnchecked,
  stale: conditionTexts.notSyncedForLong,
  moved: conditionTexts.addressChanged,
  never_synced: conditionTexts.neverSynced,
  ok: conditionTexts.allWell,
  ok_unchecked: conditionTexts.notCheckedYet,
  ok_stale_check: conditionTexts.notCheckedForLong,
  ok_unmonitored: conditionTexts.notMonitored,
}

/** The reason for the condition, with what a check, a sync or the connection recorded. */
export function conditionReason({ cause, detail }: Pick<Condition, 'cause' | 'detail'>): string {
  const reason = causes[cause]
  return detail === '' ? `${reason}.` : `${reason}: ${sentence(detail)}`
}

/** The condition of a site as a word; the reason is its tooltip. */
export function ConditionBadge({ condition }: { condition: Condition }) {
  const { tone, label } = conditionLabels[condition.state]
  return (
    <span title={conditionReason(condition)}>
      <Badge tone={tone} dot>
        {label}
      </Badge>
    </span>
  )
}
