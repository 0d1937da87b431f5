import { Link } from '@tanstack/react-router'
import { problemMessage } from '../../api/problem-message.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConditionBadge, conditionReason } from '../../ui/condition-badge.tsx'
import { duration } from '../../ui/format/duration.ts'
import { hostOf } from '../../ui/format/host-of.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import type { Column } from '../../ui/table/column.ts'
import { SiteVulnerable } from '../../vulnerabilities/vulnerable-badge.tsx'
import { DatedFigure, Figure } from '../figure.tsx'
import { SiteAvatar } from '../site-avatar.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { healthTone, nameOf, uptimeText, uptimeTone } from '../site-labels.ts'
import type { SiteRow } from '../use-site-rows.ts'
import { listTexts } from './list-texts.ts'

// Small laptops show fewer columns.
const wideFrom = 1180

const nothing = <span className="soft">–</span>

export const siteColumns: readonly Column<SiteRow>[] = [
  {
    key: 'name',
    title: listTexts.site,
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
          <SiteVulnerable siteId={site.id} count={site.vulnerabilities} />
        </div>
      </div>
    ),
  },
  {
    key: 'status',
    title: listTexts.statusSync,
    sort: 'status',
    wide: true,
    widthPercent: 15,
    cell: (site) => <SiteState site={site} />,
  },
  {
    key: 'client',
    title: listTexts.clientTags,
    sort: 'client',
    wide: true,
    widthPercent: 18,
    blank: ({ client, tags }) => client === null && tags.length === 0,
    cell: ({ client, tags }) => (
      <div className="two-lines">
        <div className="cut">
          {client === null ? (
            nothing
          ) : (
            <Link to="/clients/$clientId" params={{ clientId: String(client.id) }} title={client.name}>
              {client.name}
            </Link>
          )}
        </div>
        {tags.length > 0 && <TagLine tags={tags} />}
      </div>
    ),
  },
  {
    key: 'updates',
    title: listTexts.updates,
    number: true,
    sort: 'updates',
    cell: ({ id, updates, last_sync }) =>
      updates.total === 0 ? (
        last_sync === null ? (
          nothing
        ) : (
          <span className="soft">0</span>
        )
      ) : (
        <Link to="/sites/$siteId/$tab" params={{ siteId: String(id), tab: 'updates' }} title={describeUpdates(updates)}>
          <Badge tone={updates.core ? 'warn' : 'note'}>{updates.total}</Badge>
        </Link>
      ),
  },
  {
    key: 'health',
    title: listTexts.health,
    number: true,
    from: wideFrom,
    sort: 'health',
    cell: ({ health_score: score, health_score_at }) =>
      score === null ? (
        nothing
      ) : (
        <Figure at={health_score_at} source="health">
          <Badge tone={healthTone(score)}>{score}</Badge>
        </Figure>
      ),
  },
  {
    key: 'uptime',
    title: listTexts.uptime,
    number: true,
    sort: 'uptime',
    cell: (site) => <Uptime site={site} />,
  },
  {
    key: 'wordpress',
    title: listTexts.wordpress,
    sort: 'wp_version',
    from: wideFrom,
    cell: ({ wp_version, php_version }) => (
      <div>
        {wp_version || nothing}
        {php_version && <div className="soft small nowrap">{listTexts.phpPhpversion({ phpversion: php_version })}</div>}
      </div>
    ),
  },
  { key: 'php', title: 'PHP', sort: 'php_version', optional: true, cell: ({ php_version }) => php_version || nothing },
  {
    key: 'last_sync',
    title: siteConditionTexts.lastSuccess,
    sort: 'last_sync',
    optional: true,
    wide: true,
    cell: ({ last_sync }) => <RelativeTime at={last_sync} />,
  },
  {
    key: 'connector',
    title: listTexts.connector,
    optional: true,
    cell: ({ child_version }) => child_version || nothing,
  },
  {
    key: 'added',
    title: listTexts.added,
    sort: 'created_at',
    optional: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

/** The condition and below it the time of the last sync or the reason for the condition. */
function SiteState({ site }: { site: SiteRow }) {
  const { condition, last_sync, id } = site
  const isSynced = condition.state === 'ok' || condition.state === 'stale'
  // A long text as a link is too close to the links of the next column.
  const tab = condition.state === 'down' ? 'monitor' : condition.state === 'degraded' ? 'connection' : null
  return (
    <div className="two-lines">
      <ConditionBadge condition={condition} />
      {/* The age of the data must be readable; reasons are in the tooltip, too. */}
      <div className={isSynced ? 'soft small' : 'soft small cut'}>
        {tab === null ? (
          <span title={conditionReason(condition)}>
            {isSynced ? siteConditionTexts.synced({ time: () => <RelativeTime at={last_sync} /> }) : briefReason(site)}
          </span>
        ) : (
          <Link
            to="/sites/$siteId/$tab"
            params={{ siteId: String(id), tab }}
            title={conditionReason(condition)}
            className="tone-text-warn"
          >
            {briefReason(site)}
          </Link>
        )}
      </div>
    </div>
  )
}

/** Without what the badge says already. */
function briefReason({ condition, connection, sync_error }: SiteRow): string {
  const { state, since } = condition
  if (state === 'degraded') return sync_error ? siteConditionTexts.syncFailed : siteConditionTexts.checkedAgain
  if (state === 'disconnected' && connection.message)
    return problemMessage({ ...connection, message: connection.message })
  if ((state === 'down' || state === 'suspended') && since !== null)
    return siteConditionTexts.lasting({ duration: duration(since, null) })
  return conditionReason(condition)
}

function Uptime({
  site: { id, uptime_30d: percent, monitor_status, monitor_checked_at, monitor_stale },
}: {
  site: SiteRow
}) {
  if (monitor_status === 'paused' && percent === null)
    return <span className="soft small nowrap">{siteConditionTexts.notMonitored}</span>
  if (monitor_status !== 'down' && percent === null) return nothing
  return (
    <Link
      to="/sites/$siteId/$tab"
      params={{ siteId: String(id), tab: 'monitor' }}
      title={monitor_status === 'paused' ? siteConditionTexts.uptimeBefore : siteConditionTexts.uptimeOf}
    >
      {monitor_status === 'down' ? (
        <Badge tone="bad">{siteConditionTexts.downNow}</Badge>
      ) : (
        percent !== null && (
          <DatedFigure at={monitor_checked_at} isStale={monitor_stale}>
            <Badge tone={uptimeTone(percent)}>{uptimeText(percent)}</Badge>
          </DatedFigure>
        )
      )}
    </Link>
  )
}

/** As many as fit in a line; the tooltip lists all. */
function TagLine({ tags }: { tags: SiteRow['tags'] }) {
  return (
    <div className="tag-line small cut" title={tags.map(({ name }) => name).join(', ')}>
      {tags.map(({ id, name, color }) => (
        <span key={id}>
          <i style={color === null ? undefined : { background: color }} />
          {name}
        </span>
      ))}
    </div>
  )
}

function describeUpdates({ core, plugins, themes, translations }: SiteRow['updates']): string {
  const parts = [
    core && listTexts.wordpressCore({ core }),
    plugins > 0 && listTexts.pluginsOfPlugins({ plugins }),
    themes > 0 && listTexts.themesOfThemes({ themes }),
    translations > 0 && listTexts.translationsOfTranslations({ translations }),
  ]
  return parts.filter(Boolean).join(', ')
}
