import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../contract/client.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ShareBar } from '../ui/chart/share-bar.tsx'
import { type Condition, conditionLabels } from '../ui/condition-badge.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { BriefItem, type CardLink } from './brief-card.tsx'
import { overviewTexts } from './overview-texts.ts'
import { sitesCardTexts } from './sites-card-texts.ts'

type Sites = DataOf<'get-overview'>['sites']

const sitesWith = (search: Record<string, string>): CardLink => ({ to: '/sites', search })

const states = ['ok', 'down', 'disconnected', 'degraded', 'stale', 'unknown', 'suspended'] as const

const linkOf = (state: Condition['state']) =>
  sitesWith(state === 'suspended' ? { status: 'suspended' } : { attention: state })

export function SitesCard({ sites }: { sites: Sites }) {
  const counts = states.map((state) => ({ state, count: sites.by_condition[state], ...conditionLabels[state] }))
  const picture = counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatNumber(count)} ${label.toLowerCase()}`)
  return (
    <Card
      title={overviewTexts.sites}
      flush
      actions={<Link to="/sites">{sitesCardTexts.inAll({ count: sites.total })}</Link>}
    >
      <div className="card-body">
        <ShareBar
          label={picture.join(', ')}
          shares={counts.map(({ label, count, tone }) => ({ name: label, count, color: tone }))}
        />
      </div>
      <ul className="brief">
        {counts.map(({ state, label, tone, count }) => (
          <CountItem key={state} label={label} tone={tone} count={count} target={linkOf(state)} />
        ))}
        <CountItem
          label={sitesCardTexts.withUpdates}
          tone="note"
          count={sites.with_updates}
          target={sitesWith({ attention: 'updates' })}
        />
      </ul>
    </Card>
  )
}

function CountItem({ label, tone, count, target }: { label: string; tone: Tone; count: number; target: CardLink }) {
  return (
    <BriefItem
      link={target}
      name={label}
      end={
        count === 0 ? (
          <span className="soft">0</span>
        ) : (
          <Link {...target} aria-label={`${label}: ${formatNumber(count)}`}>
            <Badge tone={tone}>{formatNumber(count)}</Badge>
          </Link>
        )
      }
    />
  )
}
