import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { ShareBar } from '../ui/chart/share-bar.tsx'
import { dayText } from '../ui/format/day.ts'
import { formatNumber } from '../ui/format/number.ts'
import type { Column } from '../ui/table/column.ts'
import { VulnerableBadge } from '../vulnerabilities/vulnerable-badge.tsx'
import { addressOfSoftware, versionShares } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

export type Software = RowOf<'list-inventory'>

const named = 3

export const inventoryColumns: readonly Column<Software>[] = [
  {
    key: 'name',
    title: softwareTexts.name,
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
            <span
              title={
                last_updated
                  ? softwareTexts.lastReleaseLastupdated({ lastupdated: dayText(last_updated) })
                  : softwareTexts.noReleaseForTwo
              }
            >
              <Badge tone="bad">{softwareTexts.abandoned}</Badge>
            </span>
          )}
        </div>
        <div className="soft small cut">{slug}</div>
      </div>
    ),
  },
  {
    key: 'sites',
    title: softwareTexts.sites2,
    sort: 'sites',
    number: true,
    cell: ({ type, slug, sites }) => <Link {...addressOfSoftware(type, slug)}>{formatNumber(sites)}</Link>,
  },
  {
    key: 'active',
    title: softwareTexts.activeOn,
    number: true,
    cell: ({ active }) => (active === 0 ? <Badge tone="warn">{softwareTexts.none}</Badge> : formatNumber(active)),
  },
  {
    key: 'versions',
    title: softwareTexts.versions,
    wide: true,
    cell: ({ versions, latest_version, name }) => (
      <div style={{ minWidth: '10rem', maxWidth: '18rem', flex: 1 }}>
        <ShareBar label={softwareTexts.versionsOfNameOn({ name })} shares={versionShares(versions, latest_version)} />
        <div className="soft small cut">
          {versions
            .slice(0, named)
            .map(({ version, sites }) => `${version || 'unknown'} (${formatNumber(sites)})`)
            .join(', ')}
          {versions.length > named && softwareTexts.andValueMore({ value: versions.length - named })}
        </div>
      </div>
    ),
  },
  {
    key: 'latest',
    title: softwareTexts.newestUnknown,
    from: 1180,
    cell: ({ latest_version }) => latest_version ?? <span className="soft">–</span>,
  },
  {
    key: 'updates',
    title: softwareTexts.updates,
    number: true,
    cell: ({ updates }) =>
      updates === 0 ? <span className="soft">0</span> : <Badge tone="note">{formatNumber(updates)}</Badge>,
  },
]
