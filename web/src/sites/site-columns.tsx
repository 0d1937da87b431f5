import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { Badge, StatusBadge, TagChip, type Tone } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { hourSlots, UptimeBar } from '../ui/uptime-bar.tsx'

/** A site with what other rooms know about it, as far as it has arrived. */
export type SiteRow = RowOf<'list-sites'> & {
  client?: RowOf<'list-clients'>
  monitor?: RowOf<'list-monitors'>
}

const hostOf = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

export const updatesOf = ({ stats }: Pick<SiteRow, 'stats'>): number =>
  stats ? stats.plugin_updates + stats.theme_updates + (stats.wp_update_available ? 1 : 0) : 0

const healthTone = (score: number): Tone => (score >= 80 ? 'good' : score >= 60 ? 'warn' : 'bad')

const nothing = <span className="soft">–</span>

export const siteColumns: readonly Column<SiteRow>[] = [
  {
    key: 'name',
    title: 'Site',
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          <Link to="/sites/$siteId" params={{ siteId: String(id) }} className="row-name">
            {name || hostOf(url)}
          </Link>
        </div>
        <div className="soft small cut">{hostOf(url)}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    sort: 'status',
    wide: true,
    cell: ({ status, connection, sync_error }) => (
      <span className="line">
        <StatusBadge status={status} />
        {status === 'disconnected' && connection?.message ? (
          <span className="soft small reason cut" title={connection.message}>
            {connection.message}
          </span>
        ) : (
          sync_error && (
            <span title={sync_error.message}>
              <Badge tone="warn">Last sync failed</Badge>
            </span>
          )
        )}
      </span>
    ),
  },
  {
    key: 'client',
    title: 'Client',
    wide: true,
    blank: ({ client_id }) => client_id === null,
    cell: ({ client, client_id }) =>
      client_id === null ? (
        nothing
      ) : (
        <Link to="/clients/$clientId" params={{ clientId: String(client_id) }}>
          {client?.name ?? `Client ${client_id}`}
        </Link>
      ),
  },
  {
    key: 'tags',
    title: 'Tags',
    wide: true,
    blank: ({ tags }) => !tags?.length,
    cell: ({ tags = [] }) =>
      tags.length === 0 ? (
        nothing
      ) : (
        <span className="line">
          {tags.map(({ id, name, color }) => (
            <TagChip key={id} name={name} color={color} />
          ))}
        </span>
      ),
  },
  {
    key: 'updates',
    title: 'Updates',
    number: true,
    cell: (site) => {
      const count = updatesOf(site)
      if (count === 0) return <span className="soft">0</span>
      return (
        <Link to="/sites/$siteId/$tab" params={{ siteId: String(site.id), tab: 'updates' }}>
          <Badge tone={site.stats?.wp_update_available ? 'warn' : 'note'}>{count}</Badge>
        </Link>
      )
    },
  },
  {
    key: 'health',
    title: 'Health',
    number: true,
    cell: ({ stats }) => {
      const score = stats?.health_score
      return score === null || score === undefined ? nothing : <Badge tone={healthTone(score)}>{score}</Badge>
    },
  },
  {
    key: 'uptime',
    title: 'Uptime, 24 h',
    wide: true,
    blank: ({ monitor }) => typeof monitor?.uptime_ratio_24h !== 'number',
    cell: ({ monitor }) => {
      const ratio = monitor?.uptime_ratio_24h
      if (!monitor || ratio === null || ratio === undefined) return nothing
      return <UptimeBar slots={hourSlots(monitor.uptime_24h)} label={`${ratio} % up in the last 24 hours`} />
    },
  },
  { key: 'wordpress', title: 'WordPress', cell: ({ wp_version }) => wp_version || nothing },
  { key: 'php', title: 'PHP', cell: ({ php_version }) => php_version || nothing },
  {
    key: 'last_sync',
    title: 'Last sync',
    sort: 'last_sync',
    cell: ({ last_sync }) => <RelativeTime at={last_sync} />,
  },
  { key: 'theme', title: 'Theme', optional: true, cell: ({ facts }) => facts?.active_theme || nothing },
  { key: 'connector', title: 'Connector', optional: true, cell: ({ child_version }) => child_version || nothing },
  { key: 'ip', title: 'Address', optional: true, cell: ({ facts }) => facts?.ip || nothing },
  { key: 'added', title: 'Added', optional: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]
