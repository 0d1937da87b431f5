import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { ShareBar } from '../ui/chart/share-bar.tsx'
import { dayText } from '../ui/format/day.ts'
import type { Column } from '../ui/table/column.ts'
import { VulnerableBadge } from '../vulnerabilities/vulnerable-badge.tsx'
import { addressOfSoftware, versionShares } from './software-labels.ts'

export type Software = RowOf<'list-inventory'>

const named = 3

export const inventoryColumns: readonly Column<Software>[] = [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    sort: 'slug',
    cell: ({ type, slug, name, abandoned, last_updated, vulnerable }) => (
      <div style={{ minWidth: 0 }}>
        <div className="line" style={{ flexWrap: 'nowrap' }}>
          <Link {...addressOfSoftware(type, slug)} className="row-name cut">
            {name || slug}
          </Link>
          <VulnerableBadge type={type} slug={slug} sites={vulnerable} />
          {abandoned && (
            <span title={last_updated ? `Last release ${dayText(last_updated)}` : 'No release for two years or more'}>
              <Badge tone="bad">Abandoned</Badge>
            </span>
          )}
        </div>
        <div className="soft small cut">{slug}</div>
      </div>
    ),
  },
  {
    key: 'sites',
    title: 'Sites',
    sort: 'sites',
    number: true,
    cell: ({ type, slug, sites }) => <Link {...addressOfSoftware(type, slug)}>{sites.toLocaleString()}</Link>,
  },
  {
    key: 'active',
    title: 'Active on',
    number: true,
    cell: ({ active }) => (active === 0 ? <Badge tone="warn">None</Badge> : active.toLocaleString()),
  },
  {
    key: 'versions',
    title: 'Versions',
    wide: true,
    cell: ({ versions, latest_version, name }) => (
      <div style={{ minWidth: '10rem', maxWidth: '18rem', flex: 1 }}>
        <ShareBar label={`Versions of ${name} on the sites`} shares={versionShares(versions, latest_version)} />
        <div className="soft small cut">
          {versions
            .slice(0, named)
            .map(({ version, sites }) => `${version || 'unknown'} (${sites.toLocaleString()})`)
            .join(', ')}
          {versions.length > named && ` and ${versions.length - named} more`}
        </div>
      </div>
    ),
  },
  {
    key: 'latest',
    title: 'Newest',
    from: 1180,
    cell: ({ latest_version }) => latest_version ?? <span className="soft">–</span>,
  },
  {
    key: 'updates',
    title: 'Updates',
    number: true,
    cell: ({ updates }) =>
      updates === 0 ? <span className="soft">0</span> : <Badge tone="note">{updates.toLocaleString()}</Badge>,
  },
]
