import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { hostOf } from '../ui/format/describe-count.ts'
import type { Monitor } from './monitor-columns.tsx'
import { type MonitorStatus, monitorStatusLabels } from './monitor-labels.ts'

const statusOrder: MonitorStatus[] = ['down', 'pending', 'first', 'paused', 'up']
const colors: Record<MonitorStatus, string> = {
  down: 'bad',
  pending: 'warn',
  first: 'note',
  paused: 'line-strong',
  up: 'good',
}

/** One square per site of the current page, the worst first. */
export function StatusWall({ monitors, total }: { monitors: readonly Monitor[]; total: number }) {
  const sorted = [...monitors].sort((a, b) => statusOrder.indexOf(a.last_status) - statusOrder.indexOf(b.last_status))
  const present = statusOrder.filter((status) => monitors.some(({ last_status }) => last_status === status))
  return (
    <Card>
      <div className="stack-tight">
        <ul className="wall" aria-label="Sites by status">
          {sorted.map(({ id, name, url, last_status }) => (
            <li key={id}>
              <Link
                to="/monitors/$siteId"
                params={{ siteId: String(id) }}
                className={last_status}
                title={`${name || hostOf(url)}: ${monitorStatusLabels[last_status]}`}
                aria-label={`${name || hostOf(url)}: ${monitorStatusLabels[last_status]}`}
                preload={false}
              />
            </li>
          ))}
        </ul>
        <div className="legend">
          {present.map((status) => (
            <span key={status}>
              <i style={{ background: `var(--${colors[status]})` }} />
              {monitorStatusLabels[status]} {monitors.filter(({ last_status }) => last_status === status).length}
            </span>
          ))}
          {total > monitors.length && (
            <span className="soft">
              {monitors.length.toLocaleString()} of {total.toLocaleString()} sites, as in the list below
            </span>
          )}
        </div>
      </div>
    </Card>
  )
}
