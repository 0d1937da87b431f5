import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import type { Monitor } from './monitor-columns.tsx'
import { monitorFilterLabels } from './monitor-labels.ts'
import { monitorsTexts } from './monitors-texts.ts'

type Square = keyof typeof monitorFilterLabels
const squareOrder: Square[] = ['down', 'pending', 'stale', 'first', 'paused', 'up']
const colors: Record<Square, string> = {
  down: 'bad',
  pending: 'warn',
  stale: 'stale',
  first: 'note',
  paused: 'line-strong',
  up: 'good',
}

/** A site that was up at a check that is too long ago is not shown as up. */
const squareOf = ({ last_status, stale }: Monitor): Square => (last_status === 'up' && stale ? 'stale' : last_status)

/** One square per site of the current page, the worst first. */
export function StatusWall({ monitors, total }: { monitors: readonly Monitor[]; total: number }) {
  const squares = monitors.map((monitor) => ({ ...monitor, square: squareOf(monitor) }))
  const sorted = squares.sort((a, b) => squareOrder.indexOf(a.square) - squareOrder.indexOf(b.square))
  const present = squareOrder.filter((square) => squares.some((other) => other.square === square))
  return (
    <Card>
      <div className="stack-tight">
        <ul className="wall" aria-label={monitorsTexts.sitesByStatus}>
          {sorted.map(({ id, name, url, square }) => (
            <li key={id}>
              <Link
                to="/monitors/$siteId"
                params={{ siteId: String(id) }}
                className={square}
                title={`${name || hostOf(url)}: ${monitorFilterLabels[square]}`}
                aria-label={`${name || hostOf(url)}: ${monitorFilterLabels[square]}`}
                preload={false}
              />
            </li>
          ))}
        </ul>
        <div className="legend">
          {present.map((square) => (
            <span key={square}>
              <i style={{ background: `var(--${colors[square]})` }} />
              {monitorFilterLabels[square]} {squares.filter((other) => other.square === square).length}
            </span>
          ))}
          {total > monitors.length && (
            <span className="soft">{monitorsTexts.countOfTotalSites({ count: monitors.length, total })}</span>
          )}
        </div>
      </div>
    </Card>
  )
}
