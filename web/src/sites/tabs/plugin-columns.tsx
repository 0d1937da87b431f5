import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/call.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { dayText } from '../../ui/format/day.ts'
import type { Column } from '../../ui/table/column.ts'
import { tabsTexts } from './tabs-texts.ts'

export type Plugin = RowOf<'get-site-plugins'>

/** Must-use plugins cannot be deactivated, and without the connector no plugin could be. */
export const isFixed = ({ must_use, is_connector }: Plugin): boolean => must_use || is_connector

/** `abandoned`: day of the last release, by slug. */
export const pluginColumns = (abandoned: ReadonlyMap<string, string>): readonly Column<Plugin>[] => [
  {
    key: 'name',
    title: tabsTexts.plugin,
    primary: true,
    cell: ({ name, slug, is_connector, must_use }) => (
      <div style={{ minWidth: 0 }}>
        <div className="line">
          <span className="row-name">{name || slug}</span>
          {is_connector && <Badge tone="note">{tabsTexts.connector}</Badge>}
          {must_use && <Badge>{tabsTexts.mustUse}</Badge>}
          {abandoned.has(slug) && (
            <span title={tabsTexts.itsAuthorHasReleased({ dayText: dayText(abandoned.get(slug)!) })}>
              <Badge tone="warn">{tabsTexts.abandoned}</Badge>
            </span>
          )}
        </div>
        <div className="soft small cut">{slug}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: tabsTexts.status,
    cell: ({ active }) => <StatusBadge status={active ? 'active' : 'inactive'} />,
  },
  { key: 'version', title: tabsTexts.version, cell: ({ version }) => version || <span className="soft">–</span> },
  {
    key: 'update',
    title: tabsTexts.update,
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
