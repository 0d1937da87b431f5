import type { RowOf } from '../api/call.ts'
import { Figure } from '../sites/figure.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { shownStatus } from './monitor-labels.ts'

type Monitor = Pick<RowOf<'list-monitors'>, 'last_status' | 'never_reached' | 'last_check_at'>

/** The result of the last check; one that is older than planned says when it was. */
export const MonitorBadge = ({ monitor }: { monitor: Monitor }) => (
  <Figure at={monitor.last_status === 'paused' ? null : monitor.last_check_at} source="monitor">
    <StatusBadge status={shownStatus(monitor)} />
  </Figure>
)
