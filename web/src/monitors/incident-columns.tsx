import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { handlingTexts } from '../incidents/handling-texts.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, StatusBadge } from '../ui/badge.tsx'
import { duration } from '../ui/format/duration.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { utc, utcOrNull } from './monitor-labels.ts'
import { monitorsTexts } from './monitors-texts.ts'

export type Incident = RowOf<'list-incidents'>
export type FleetIncident = RowOf<'list-fleet-incidents'>

export const ofSite: Column<FleetIncident> = {
  key: 'site',
  title: monitorsTexts.site,
  primary: true,
  cell: ({ site_id, site_name, site_url }) => (
    <div style={{ minWidth: 0 }}>
      <div className="cut">
        <Link to="/monitors/$siteId" params={{ siteId: String(site_id) }} className="row-name">
          {site_name || hostOf(site_url)}
        </Link>
      </div>
      <div className="soft small cut">{hostOf(site_url)}</div>
    </div>
  ),
}

/** What people did about it. */
export const handlingColumn: Column<FleetIncident> = {
  key: 'handling',
  title: handlingTexts.work,
  cell: ({ handling, assigned_to }) => (
    <span className="line">
      {handling === 'resolved' ? (
        <Badge tone="good">{handlingTexts.resolved}</Badge>
      ) : handling === 'acknowledged' ? (
        <Badge tone="note">{handlingTexts.acknowledged}</Badge>
      ) : (
        <span className="soft">{handlingTexts.open}</span>
      )}
      {assigned_to !== null && <span className="small">{assigned_to}</span>}
    </span>
  ),
}

const since: Column<Incident> = {
  key: 'started',
  title: monitorsTexts.began,
  cell: ({ started_at }) => <RelativeTime at={utc(started_at)} />,
}

export const incidentColumns: readonly Column<Incident>[] = [
  {
    key: 'status',
    title: monitorsTexts.status,
    cell: ({ resolved, ended_by }) => (
      <StatusBadge status={ended_by === 'paused' ? 'interrupted' : resolved ? 'resolved' : 'open'} />
    ),
  },
  {
    key: 'cause',
    title: monitorsTexts.why,
    wide: true,
    cell: ({ id, cause }) => (
      <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }}>
        {sentence(cause)}
      </Link>
    ),
  },
  since,
  {
    key: 'lasted',
    title: monitorsTexts.lasted,
    wide: true,
    cell: ({ started_at, ended_at, resolved }) => (
      <span className="nowrap">
        {duration(utc(started_at), utcOrNull(ended_at))}
        {!resolved && monitorsTexts.soFar}
      </span>
    ),
  },
  {
    key: 'checks',
    title: monitorsTexts.failedChecks,
    number: true,
    optional: true,
    cell: ({ down_count }) => down_count,
  },
]
