import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { ConditionBadge } from '../ui/condition-badge.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import type { Column } from '../ui/table/column.ts'
import { reasonTexts } from './reason-texts.ts'
import { StepBadge, VersionChange } from './update-badges.tsx'
import { UpdateReason } from './update-reason.tsx'
import { updatesTexts } from './updates-texts.ts'

type ItemSite = RowOf<'list-update-item-sites'>

export const itemSiteColumns: readonly Column<ItemSite>[] = [
  {
    key: 'site',
    title: updatesTexts.site,
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  {
    key: 'status',
    title: updatesTexts.status,
    wide: true,
    cell: ({ condition }) => <ConditionBadge condition={condition} />,
  },
  {
    key: 'version',
    title: updatesTexts.version,
    wide: true,
    cell: ({ current_version, new_version }) => <VersionChange from={current_version} to={new_version} />,
  },
  { key: 'step', title: updatesTexts.howFar, wide: true, cell: ({ step }) => <StepBadge step={step} /> },
  {
    key: 'active',
    title: updatesTexts.inUse,
    wide: true,
    cell: ({ active }) =>
      active ? <Badge tone="good">{updatesTexts.active}</Badge> : <Badge>{updatesTexts.inactive}</Badge>,
  },
  {
    key: 'package',
    title: updatesTexts.canBeInstalled,
    from: 1300,
    wide: true,
    blank: ({ has_package }) => has_package,
    cell: ({ has_package }) =>
      has_package ? (
        updatesTexts.yes
      ) : (
        <span title={updatesTexts.itsAuthorSendsNo}>
          <Badge tone="warn">{updatesTexts.noLicence}</Badge>
        </span>
      ),
  },
  {
    key: 'why',
    title: reasonTexts.why,
    wide: true,
    widthPercent: 24,
    cell: ({ reason }) => <UpdateReason reason={reason} />,
  },
  {
    key: 'since',
    title: updatesTexts.onOfferSince,
    from: 1180,
    wide: true,
    cell: ({ first_seen_at }) => <RelativeTime at={first_seen_at} />,
  },
]
