import type { RowOf } from '../api/call.ts'
import { DatedFigure } from '../sites/figure.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { shownStatus } from './monitor-labels.ts'

type Monitor = Pick<RowOf<'list-monitors'>, 'last_status' | 'never_reached' | 'last_check_at' | 'stale'>

/** The result of the last check; one that is older than planned says when it was. */
export const MonitorBadge = ({ monitor }: { monitor: Monitor }) => (
  <DatedFigure at={monitor.last_check_at} isStale={monitor.stale}>
    <StatusBadge status={shownStatus(monitor)} />
  </DatedFigure>
)
