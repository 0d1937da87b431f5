import { Link } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/client.ts'
import { actorName } from '../activity/actor-name.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge, OutcomeBadge } from '../ui/badge.tsx'
import { duration } from '../ui/format/duration.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconListCheck } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { EmptyState } from '../ui/states.tsx'
import { statusTexts } from '../ui/status-texts.ts'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { jobTitle } from './job-labels.ts'
import { jobTexts } from './job-texts.ts'

type Job = RowOf<'list-jobs'>

// Polls while a job is running.
const busyPollMs = 3_000
const idlePollMs = 15_000

const columns: readonly Column<Job>[] = [
  {
    key: 'job',
    title: jobTexts.job,
    primary: true,
    cell: ({ job_id, type, total }) => (
      <div>
        <Link to="/jobs/$jobId" params={{ jobId: job_id }} className="row-name">
          {jobTitle(type)}
        </Link>
        <div className="soft small">{jobTexts.jobSummary({ jobId: job_id, targets: total })}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: jobTexts.status,
    cell: ({ status, outcome }) => <OutcomeBadge status={status} outcome={outcome} />,
  },
  {
    key: 'progress',
    title: jobTexts.progress,
    wide: true,
    cell: ({ progress, job_id, processed, total }) => (
      <div style={{ minWidth: '8rem' }}>
        <Progress percent={progress} label={jobTexts.progressOfJob({ jobId: job_id })} />
        <span className="soft small">{jobTexts.processedOfTotal({ processed, total })}</span>
      </div>
    ),
  },
  {
    key: 'failed',
    title: jobTexts.failed,
    number: true,
    cell: ({ failed, partial }) => (
      <span className="nowrap">
        {failed > 0 ? <Badge tone="bad">{formatNumber(failed)}</Badge> : <span className="soft">0</span>}
        {partial > 0 && <span className="soft small">, {jobTexts.inPart({ count: partial })}</span>}
      </span>
    ),
  },
  { key: 'by', title: jobTexts.startedBy, cell: ({ started_by }) => actorName(started_by) },
  { key: 'created', title: jobTexts.started, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  {
    key: 'took',
    title: jobTexts.took,
    cell: ({ started_at, completed_at }) => (started_at ? duration(started_at, completed_at) : '–'),
  },
]

const statuses = [
  ['', jobTexts.anyStatus],
  ['pending', statusTexts.pending],
  ['processing', statusTexts.running],
  ['succeeded', statusTexts.completed],
  ['partial', statusTexts.partial],
  ['failed', statusTexts.failed],
  ['unknown', statusTexts.unknown],
  ['nothing_to_do', statusTexts.nothingToDo],
  ['cancelled', statusTexts.cancelled],
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
      <PageHeader title={jobTexts.jobs}>{jobTexts.jobsIntroduction}</PageHeader>
      <DataTable
        name="jobs"
        label={jobTexts.jobs}
        columns={columns}
        query={query}
        rowId={({ job_id }) => job_id}
        state={state}
        filters={
          <select
            className="input"
            aria-label={jobTexts.status}
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
          <EmptyState icon={IconListCheck} title={filtered ? jobTexts.noJobsMatch : jobTexts.noJobsYet}>
            {filtered ? jobTexts.chooseAnotherStatus : jobTexts.jobsAppearHere}
          </EmptyState>
        )}
      />
    </>
  )
}
