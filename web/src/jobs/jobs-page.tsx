import { Link } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge, OutcomeBadge } from '../ui/badge.tsx'
import { duration } from '../ui/format/duration.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconListCheck } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { jobTitle } from './job-labels.ts'

type Job = RowOf<'list-jobs'>

// Polls while a job is running.
const busyPollMs = 3_000
const idlePollMs = 15_000

const columns: readonly Column<Job>[] = [
  {
    key: 'job',
    title: 'Job',
    primary: true,
    cell: ({ job_id, type, total }) => (
      <div>
        <Link to="/jobs/$jobId" params={{ jobId: job_id }} className="row-name">
          {jobTitle(type)}
        </Link>
        <div className="soft small">
          Job {job_id}, {total === 1 ? 'one target' : `${total.toLocaleString()} targets`}
        </div>
      </div>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status, outcome }) => <OutcomeBadge status={status} outcome={outcome} /> },
  {
    key: 'progress',
    title: 'Progress',
    wide: true,
    cell: ({ progress, job_id, processed, total }) => (
      <div style={{ minWidth: '8rem' }}>
        <Progress percent={progress} label={`Progress of job ${job_id}`} />
        <span className="soft small">
          {processed.toLocaleString()} of {total.toLocaleString()}
        </span>
      </div>
    ),
  },
  {
    key: 'failed',
    title: 'Failed',
    number: true,
    cell: ({ failed, partial }) => (
      <span className="nowrap">
        {failed > 0 ? <Badge tone="bad">{failed.toLocaleString()}</Badge> : <span className="soft">0</span>}
        {partial > 0 && <span className="soft small">, {partial.toLocaleString()} in part</span>}
      </span>
    ),
  },
  { key: 'by', title: 'Started by', cell: ({ started_by }) => started_by },
  { key: 'created', title: 'Started', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  {
    key: 'took',
    title: 'Took',
    cell: ({ started_at, completed_at }) => (started_at ? duration(started_at, completed_at) : '–'),
  },
]

const statuses = [
  ['', 'Any status'],
  ['pending', 'Pending'],
  ['processing', 'Running'],
  ['succeeded', 'Completed'],
  ['partial', 'Partly done'],
  ['failed', 'Failed'],
  ['unknown', 'Outcome unknown'],
  ['nothing_to_do', 'Nothing to do'],
  ['cancelled', 'Cancelled'],
] as const

/** Finished jobs are filtered by what came of them. */
function statusFilter(value: string | undefined) {
  if (!value) return {}
  return ['pending', 'processing', 'cancelled'].includes(value)
    ? { status: value as InputOf<'list-jobs'>['status'] }
    : { outcome: value as InputOf<'list-jobs'>['outcome'] }
}

export default function JobsPage() {
  const state = useTableState({ filters: ['status'] })
  const input = {
    ...pagingOf(state),
    ...statusFilter(state.filters.status),
  }
  const first = useList('list-jobs', input)
  const busy = first.data?.rows.some(({ completed_at }) => completed_at === null)
  const query = useList('list-jobs', input, { every: busy ? busyPollMs : idlePollMs })
  return (
    <>
      <PageHeader title="Jobs">What runs in the background, and what came of it.</PageHeader>
      <DataTable
        name="jobs"
        label="Jobs"
        columns={columns}
        query={query}
        rowId={({ job_id }) => job_id}
        state={state}
        filters={
          <select
            className="input"
            aria-label="Status"
            value={state.filters.status ?? ''}
            onChange={(event) => state.set({ status: event.target.value })}
          >
            {statuses.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        }
        empty={(filtered) => (
          <EmptyState icon={IconListCheck} title={filtered ? 'No such jobs' : 'No jobs yet'}>
            {filtered ? 'Choose another status.' : 'Syncs, checks and updates of several sites appear here.'}
          </EmptyState>
        )}
      />
    </>
  )
}
