import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { vulnerableTexts } from '../vulnerabilities/vulnerable-texts.ts'
import { BriefCard, BriefItem } from './brief-card.tsx'

const everyMs = 60_000

const searchOf = (level: string) =>
  level === 'exploited' ? { attacks: 'known' } : level === 'unknown' ? {} : { severity: level }

/** Open findings by severity, and those with known attacks first. Without a current source, an empty list says that nothing is known. */
export default function VulnerabilitiesCard() {
  const can = useCan()
  const { data } = useOperation('count-vulnerabilities', {}, { every: everyMs, enabled: can('count-vulnerabilities') })
  if (!data) return null
  const { open, sites, knowledge } = data
  const levels = [
    ['exploited', vulnerableTexts.attacks, open.exploited, 'bad'],
    ['critical', vulnerableTexts.critical, open.critical, 'bad'],
    ['high', vulnerableTexts.high, open.high, 'bad'],
    ['medium', vulnerableTexts.medium, open.medium, 'warn'],
    ['low', vulnerableTexts.low, open.low, 'still'],
    ['unknown', vulnerableTexts.other, open.unknown + open.none, 'still'],
  ] as const
  const unsure =
    knowledge.state === 'current'
      ? null
      : knowledge.state === 'not_configured'
        ? vulnerableTexts.notConfigured
        : knowledge.state === 'never_read'
          ? vulnerableTexts.neverRead
          : vulnerableTexts.stale
  return (
    <BriefCard
      title={vulnerableTexts.card}
      total={open.total}
      all={{ to: '/security' }}
      emptyText={knowledge.state === 'current' || knowledge.state === 'stale' ? vulnerableTexts.none : ''}
      unknown={unsure}
      note={open.total > 0 && vulnerableTexts.affected({ count: sites })}
    >
      {levels
        .filter(([, , count]) => count > 0)
        .map(([severity, label, count, tone]) => (
          <BriefItem
            key={severity}
            link={{ to: '/security', search: searchOf(severity) }}
            name={label}
            end={<Badge tone={tone}>{vulnerableTexts.severityCount({ count })}</Badge>}
          />
        ))}
    </BriefCard>
  )
}
