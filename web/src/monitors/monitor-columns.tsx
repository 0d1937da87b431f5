import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { hourSlots, UptimeBar } from '../ui/chart/uptime-bar.tsx'
import { hostOf } from '../ui/format/describe-count.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { coverageTexts } from './coverage-texts.ts'
import { MonitorBadge } from './monitor-badge.tsx'
import { describeInterval, milliseconds, percent } from './monitor-labels.ts'

export type Monitor = RowOf<'list-monitors'>

export const monitorColumns: readonly Column<Monitor>[] = [
  {
    key: 'name',
    title: 'Site',
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          <Link to="/monitors/$siteId" params={{ siteId: String(id) }} className="row-name">
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
    widthPercent: 14,
    cell: (monitor) => (
      <span className="line">
        <MonitorBadge monitor={monitor} />
        {(monitor.last_status === 'down' || monitor.last_status === 'pending' || monitor.never_reached) &&
          monitor.last_message && (
            <span className="soft small reason cut" title={monitor.last_message}>
              {monitor.last_message}
            </span>
          )}
      </span>
    ),
  },
  {
    key: 'bar',
    title: 'Last 24 hours',
    wide: true,
    blank: ({ uptime_ratio_24h }) => uptime_ratio_24h === null,
    cell: ({ uptime_24h, uptime_ratio_24h }) => (
      <UptimeBar
        slots={hourSlots(uptime_24h)}
        label={
          uptime_ratio_24h === null ? coverageTexts.noLastDay : coverageTexts.upLastDay({ ratio: uptime_ratio_24h })
        }
      />
    ),
  },
  { key: 'day', title: '24 h', number: true, from: 1180, cell: ({ uptime_ratio_24h }) => percent(uptime_ratio_24h) },
  {
    key: 'week',
    title: '7 days',
    number: true,
    optional: true,
    cell: ({ uptime_ratio_7d }) => percent(uptime_ratio_7d),
  },
  { key: 'month', title: '30 days', number: true, cell: ({ uptime_ratio_30d }) => percent(uptime_ratio_30d) },
  {
    key: 'incidents',
    title: 'Incidents, 30 days',
    number: true,
    optional: true,
    cell: ({ incidents_count_30d }) => incidents_count_30d.toLocaleString(),
  },
  {
    key: 'response',
    title: 'Response',
    number: true,
    cell: ({ response_time_avg_ms }) => milliseconds(response_time_avg_ms),
  },
  {
    key: 'checked',
    title: 'Checked',
    from: 1180,
    sort: 'checked_at',
    cell: ({ last_check_at }) => <RelativeTime at={last_check_at} never="Not yet" />,
  },
  { key: 'every', title: 'Every', optional: true, cell: ({ check_frequency }) => describeInterval(check_frequency) },
]
