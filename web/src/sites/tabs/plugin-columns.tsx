import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/call.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { dayText } from '../../ui/format/day.ts'
import type { Column } from '../../ui/table/column.ts'

export type Plugin = RowOf<'get-site-plugins'>

/** Must-use plugins cannot be deactivated, and without the connector no plugin could be. */
export const isFixed = ({ must_use, is_connector }: Plugin): boolean => must_use || is_connector

/** `abandoned`: day of the last release, by slug. */
export const pluginColumns = (abandoned: ReadonlyMap<string, string>): readonly Column<Plugin>[] => [
  {
    key: 'name',
    title: 'Plugin',
    primary: true,
    cell: ({ name, slug, is_connector, must_use }) => (
      <div style={{ minWidth: 0 }}>
        <div className="line">
          <span className="row-name">{name || slug}</span>
          {is_connector && <Badge tone="note">Connector</Badge>}
          {must_use && <Badge>Must-use</Badge>}
          {abandoned.has(slug) && (
            <span title={`Its author has released nothing since ${dayText(abandoned.get(slug)!)}.`}>
              <Badge tone="warn">Abandoned</Badge>
            </span>
          )}
        </div>
        <div className="soft small cut">{slug}</div>
      </div>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ active }) => <StatusBadge status={active ? 'active' : 'inactive'} /> },
  { key: 'version', title: 'Version', cell: ({ version }) => version || <span className="soft">–</span> },
  {
    key: 'update',
    title: 'Update',
    blank: ({ update_version }) => update_version === null,
    cell: ({ update_version }) => <UpdateLink version={update_version} />,
  },
]

export function UpdateLink({ version }: { version: string | null }) {
  if (version === null) return <span className="soft">–</span>
  return (
    <Link
      from="/sites/$siteId/$tab"
      to="/sites/$siteId/$tab"
      params={(now) => ({ ...now, tab: 'updates' })}
      search={{}}
    >
      <Badge tone="note">{version}</Badge>
    </Link>
  )
}
