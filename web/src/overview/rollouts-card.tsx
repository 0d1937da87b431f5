import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { rolloutStatuses } from '../rollouts/rollout-labels.ts'
import { rolloutTexts } from '../rollouts/rollout-texts.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { BriefCard, BriefItem } from './brief-card.tsx'

const everyMs = 15_000
const shown = 5

/** Shown only while there is a rollout that has not ended; paused ones come first, because they need a person. */
export default function RolloutsCard() {
  const can = useCan()
  const { data } = useList(
    'list-rollouts',
    { open: true, per_page: 20 },
    { every: everyMs, enabled: can('list-rollouts') },
  )
  if (!data || data.total === 0) return null
  const isPaused = ({ status }: { status: string }) => status === 'paused'
  const rows = [...data.rows.filter(isPaused), ...data.rows.filter((row) => !isPaused(row))]
  return (
    <BriefCard
      title={rolloutTexts.rollouts}
      total={data.total}
      tone={rows.some(isPaused) ? 'warn' : 'note'}
      all={{ to: '/rollouts' }}
      emptyText=""
    >
      {rows.slice(0, shown).map(({ rollout_id, name, status, pause_reason, sites_total, sites_left }) => {
        const [tone, label] = rolloutStatuses[status] ?? ['still', status]
        return (
          <BriefItem
            key={rollout_id}
            link={{ to: '/rollouts/$rolloutId', params: { rolloutId: String(rollout_id) } }}
            name={name}
            remark={
              pause_reason !== null
                ? sentence(pause_reason)
                : rolloutTexts.sitesDone({ done: sites_total - sites_left, total: sites_total })
            }
            end={<Badge tone={tone}>{label}</Badge>}
          />
        )
      })}
    </BriefCard>
  )
}
