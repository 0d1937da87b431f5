import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { ConditionBadge } from '../ui/condition-badge.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import type { Column } from '../ui/table/column.ts'
import { reasonTexts } from './reason-texts.ts'
import { StepBadge, VersionChange } from './update-badges.tsx'
import { UpdateReason } from './update-reason.tsx'

type ItemSite = RowOf<'list-update-item-sites'>

export const itemSiteColumns: readonly Column<ItemSite>[] = [
  {
    key: 'site',
    title: 'Site',
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  { key: 'status', title: 'Status', cell: ({ condition }) => <ConditionBadge condition={condition} /> },
  {
    key: 'version',
    title: 'Version',
    wide: true,
    cell: ({ current_version, new_version }) => <VersionChange from={current_version} to={new_version} />,
  },
  { key: 'step', title: 'How far', cell: ({ step }) => <StepBadge step={step} /> },
  {
    key: 'active',
    title: 'In use',
    cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>),
  },
  {
    key: 'package',
    title: 'Can be installed',
    wide: true,
    blank: ({ has_package }) => has_package,
    cell: ({ has_package }) =>
      has_package ? (
        'Yes'
      ) : (
        <span title="Its author sends no package: the licence is probably missing on the site.">
          <Badge tone="warn">No licence</Badge>
        </span>
      ),
  },
  { key: 'why', title: reasonTexts.why, wide: true, cell: ({ reason }) => <UpdateReason reason={reason} /> },
  {
    key: 'since',
    title: 'On offer since',
    wide: true,
    cell: ({ first_seen_at }) => <RelativeTime at={first_seen_at} />,
  },
]
