import { Link } from '@tanstack/react-router'
import { Badge, StatusBadge, TagChip } from '../ui/badge.tsx'
import { hostOf } from '../ui/in-words.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { SiteAvatar } from './site-avatar.tsx'
import { healthTone, nameOf, uptimeTone } from './site-words.ts'
import type { SiteRow } from './use-site-rows.ts'

const nothing = <span className="soft">–</span>

export const siteColumns: readonly Column<SiteRow>[] = [
  {
    key: 'name',
    title: 'Site',
    primary: true,
    sort: 'name',
    cell: (site) => (
      <div className="site-name">
        <SiteAvatar site={site} />
        <div>
          <div className="cut">
            <Link to="/sites/$siteId" params={{ siteId: String(site.id) }} className="row-name">
              {nameOf(site)}
            </Link>
          </div>
          <div className="soft small cut">{hostOf(site.url)}</div>
        </div>
      </div>
    ),
  },
  { key: 'status', title: 'Status', sort: 'status', wide: true, cell: (site) => <SiteState site={site} /> },
  {
    key: 'client',
    title: 'Client',
    sort: 'client',
    wide: true,
    blank: ({ client }) => client === null,
    cell: ({ client }) =>
      client === null ? (
        nothing
      ) : (
        <Link to="/clients/$clientId" params={{ clientId: String(client.id) }}>
          {client.name}
        </Link>
      ),
  },
  {
    key: 'tags',
    title: 'Tags',
    wide: true,
    blank: ({ tags }) => tags.length === 0,
    cell: ({ tags }) =>
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
    sort: 'updates',
    cell: ({ id, updates }) =>
      updates.total === 0 ? (
        <span className="soft">0</span>
      ) : (
        <Link to="/sites/$siteId/$tab" params={{ siteId: String(id), tab: 'updates' }} title={updatesInWords(updates)}>
          <Badge tone={updates.core ? 'warn' : 'note'}>{updates.total}</Badge>
        </Link>
      ),
  },
  {
    key: 'health',
    title: 'Health',
    number: true,
    sort: 'health',
    cell: ({ health_score: score }) => (score === null ? nothing : <Badge tone={healthTone(score)}>{score}</Badge>),
  },
  {
    key: 'uptime',
    title: 'Uptime',
    number: true,
    sort: 'uptime',
    cell: ({ id, uptime_30d: percent, monitor_status }) =>
      monitor_status === 'down' || percent !== null ? (
        <Link
          to="/sites/$siteId/$tab"
          params={{ siteId: String(id), tab: 'monitor' }}
          title="Of the checks of the last 30 days"
        >
          {monitor_status === 'down' ? (
            <Badge tone="bad">Down now</Badge>
          ) : (
            <Badge tone={uptimeTone(percent!)}>{percent!.toFixed(2)} %</Badge>
          )}
        </Link>
      ) : (
        nothing
      ),
  },
  { key: 'wordpress', title: 'WordPress', sort: 'wp_version', cell: ({ wp_version }) => wp_version || nothing },
  { key: 'php', title: 'PHP', sort: 'php_version', cell: ({ php_version }) => php_version || nothing },
  { key: 'last_sync', title: 'Last sync', sort: 'last_sync', cell: ({ last_sync }) => <RelativeTime at={last_sync} /> },
  { key: 'connector', title: 'Connector', optional: true, cell: ({ child_version }) => child_version || nothing },
  {
    key: 'added',
    title: 'Added',
    sort: 'created_at',
    optional: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

/** The status, and why a site is not as it should be. */
function SiteState({ site: { status, connection, sync_error, id } }: { site: SiteRow }) {
  return (
    <span className="line">
      <StatusBadge status={status} />
      {status === 'disconnected' && connection.message ? (
        <span className="soft small reason cut" title={connection.message}>
          {connection.message}
        </span>
      ) : (
        sync_error && (
          <Link to="/sites/$siteId/$tab" params={{ siteId: String(id), tab: 'connection' }} title={sync_error.message}>
            <Badge tone="warn">Last sync failed</Badge>
          </Link>
        )
      )}
    </span>
  )
}

function updatesInWords({ core, plugins, themes, translations }: SiteRow['updates']): string {
  const parts = [
    core && `WordPress ${core}`,
    plugins > 0 && `${plugins} of plugins`,
    themes > 0 && `${themes} of themes`,
    translations > 0 && `${translations} of translations`,
  ]
  return parts.filter(Boolean).join(', ')
}
