import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../contract/client.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ShareBar } from '../ui/chart/share-bar.tsx'
import { BriefItem, type CardLink } from './brief-card.tsx'

type Sites = DataOf<'get-overview'>['sites']

const sitesWith = (search: Record<string, string>): CardLink => ({ to: '/sites', search })

const rows: readonly (readonly [field: keyof Sites, label: string, tone: Tone, target: CardLink])[] = [
  ['connected', 'Connected', 'good', sitesWith({ status: 'connected' })],
  ['disconnected', 'Disconnected', 'bad', sitesWith({ status: 'disconnected' })],
  ['suspended', 'Suspended', 'still', sitesWith({ status: 'suspended' })],
  ['sync_failed', 'Last sync failed', 'warn', sitesWith({ attention: 'sync_failed' })],
  ['never_synced', 'Never synced', 'warn', sitesWith({ sort: 'last_sync' })],
  ['with_updates', 'With updates', 'note', sitesWith({ attention: 'updates' })],
]

const shares = [
  ['connected', 'good'],
  ['disconnected', 'bad'],
  ['suspended', 'still'],
] as const

export function SitesCard({ sites }: { sites: Sites }) {
  const picture = shares.map(([field]) => `${sites[field].toLocaleString()} ${field}`).join(', ')
  return (
    <Card title="Sites" flush actions={<Link to="/sites">{sites.total.toLocaleString()} in all</Link>}>
      <div className="card-body">
        <ShareBar
          label={picture}
          shares={shares.map(([field, color]) => ({ name: field, count: sites[field], color }))}
        />
      </div>
      <ul className="brief">
        {rows.map(([field, label, tone, target]) => (
          <BriefItem
            key={field}
            link={target}
            name={label}
            end={
              sites[field] === 0 ? (
                <span className="soft">0</span>
              ) : (
                <Link {...target} aria-label={`${label}: ${sites[field].toLocaleString()}`}>
                  <Badge tone={tone}>{sites[field].toLocaleString()}</Badge>
                </Link>
              )
            }
          />
        ))}
      </ul>
    </Card>
  )
}
