import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { hourSlots, UptimeBar } from '../ui/chart/uptime-bar.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { coverageTexts } from './coverage-texts.ts'
import { MonitorBadge } from './monitor-badge.tsx'
import { describeInterval, milliseconds, percent } from './monitor-labels.ts'
import { monitorsTexts } from './monitors-texts.ts'

export type Monitor = RowOf<'list-monitors'>

export const monitorColumns: readonly Column<Monitor>[] = [
  {
    key: 'name',
    title: monitorsTexts.site,
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
    title: monitorsTexts.status,
    sort: 'status',
    wide: true,
    widthPercent: 20,
    cell: (monitor) => (
      <span className="line">
        <MonitorBadge monitor={monitor} />
        {(monitor.last_status === 'down' || monitor.last_status === 'pending' || monitor.never_reached) &&
          monitor.last_message && (
            <span className="soft small reason two-line-text" title={sentence(monitor.last_message)}>
              {sentence(monitor.last_message)}
            </span>
          )}
      </span>
    ),
  },
  {
    key: 'bar',
    title: monitorsTexts.last24Hours,
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
  {
    key: 'month',
    title: monitorsTexts.uptime30Days,
    number: true,
    cell: ({ uptime_ratio_30d }) => percent(uptime_ratio_30d),
  },
  {
    key: 'incidents',
    title: monitorsTexts.incidents30Days,
    number: true,
    optional: true,
    cell: ({ incidents_count_30d }) => formatNumber(incidents_count_30d),
  },
  {
    key: 'response',
    title: monitorsTexts.response,
    number: true,
    cell: ({ response_time_avg_ms }) => milliseconds(response_time_avg_ms),
  },
  {
    key: 'checked',
    title: monitorsTexts.checked,
    from: 1180,
    sort: 'checked_at',
    cell: ({ last_check_at }) => <RelativeTime at={last_check_at} never={monitorsTexts.notYet} />,
  },
  {
    key: 'every',
    title: monitorsTexts.every,
    optional: true,
    cell: ({ check_frequency }) => describeInterval(check_frequency),
  },
]
