import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { siteConditionTexts } from '../sites/site-condition-texts.ts'
import { ConditionBadge } from '../ui/condition-badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { VersionChange } from './update-badges.tsx'
import { updatesTexts } from './updates-texts.ts'

export type PendingSite = RowOf<'list-sites-table'>

const number = (count: number) => (count === 0 ? <span className="soft">0</span> : formatNumber(count))

export const pendingSiteColumns: readonly Column<PendingSite>[] = [
  {
    key: 'name',
    title: updatesTexts.site,
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          <Link to="/updates/site/$siteId" params={{ siteId: String(id) }} className="row-name">
            {name || hostOf(url)}
          </Link>
        </div>
        <div className="soft small cut">{hostOf(url)}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: updatesTexts.status,
    from: 1180,
    sort: 'status',
    blank: ({ condition }) => condition.state === 'ok',
    cell: ({ condition }) => <ConditionBadge condition={condition} />,
  },
  {
    key: 'client',
    title: updatesTexts.client,
    widthPercent: 16,
    sort: 'client',
    blank: ({ client }) => client === null,
    cell: ({ client }) =>
      client === null ? (
        <span className="soft">–</span>
      ) : (
        <Link
          to="/clients/$clientId"
          params={{ clientId: String(client.id) }}
          className="cut"
          style={{ display: 'block' }}
          title={client.name}
        >
          {client.name}
        </Link>
      ),
  },
  {
    key: 'core',
    title: updatesTexts.wordpress,
    wide: true,
    cell: ({ updates: { core }, wp_version }) =>
      core === null ? <span className="soft">{wp_version || '–'}</span> : <VersionChange from={wp_version} to={core} />,
  },
  { key: 'plugins', title: updatesTexts.plugins, number: true, cell: ({ updates }) => number(updates.plugins) },
  { key: 'themes', title: updatesTexts.themes, number: true, cell: ({ updates }) => number(updates.themes) },
  {
    key: 'translations',
    title: updatesTexts.translations,
    number: true,
    from: 1180,
    cell: ({ updates }) => number(updates.translations),
  },
  {
    key: 'total',
    title: updatesTexts.all,
    sort: 'updates',
    number: true,
    cell: ({ id, updates }) => (
      <Link to="/updates/site/$siteId" params={{ siteId: String(id) }}>
        <strong>{formatNumber(updates.total)}</strong>
      </Link>
    ),
  },
  {
    key: 'last_sync',
    title: siteConditionTexts.lastSuccess,
    sort: 'last_sync',
    optional: true,
    cell: ({ last_sync }) => <RelativeTime at={last_sync} />,
  },
]
