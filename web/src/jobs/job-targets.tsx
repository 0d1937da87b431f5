import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { RowOf } from '../api/call.ts'
import { problemMessage } from '../api/problem-message.ts'
import { useList } from '../api/query.ts'
import { OutcomeBadge } from '../ui/badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { targetFilter, targetFilters } from './job-outcomes.ts'
import { jobTexts } from './job-texts.ts'

type Target = RowOf<'list-job-targets'>

const columns: readonly Column<Target>[] = [
  {
    key: 'target',
    title: jobTexts.target,
    primary: true,
    cell: ({ label, site_id, site_name }) =>
      site_id === null ? (
        label
      ) : (
        <div style={{ minWidth: 0 }}>
          <Link to="/sites/$siteId" params={{ siteId: String(site_id) }} className="row-name cut">
            {site_name || hostOf(label)}
          </Link>
          {site_name !== '' && <div className="soft small cut">{hostOf(label)}</div>}
        </div>
      ),
  },
  {
    key: 'state',
    title: jobTexts.state,
    cell: ({ state, outcome }) => <OutcomeBadge status={state} outcome={outcome} />,
  },
  {
    key: 'reason',
    title: jobTexts.whatHappened,
    wide: true,
    blank: ({ error }) => error === null,
    cell: ({ error }) => (error ? <span>{problemMessage(error)}</span> : <span className="soft">–</span>),
  },
  { key: 'attempts', title: jobTexts.attempts, number: true, optional: true, cell: ({ attempts }) => attempts },
  { key: 'finished', title: jobTexts.finished, cell: ({ finished_at }) => <RelativeTime at={finished_at} never="–" /> },
]

const pauseMs = 1_000

/** `moved` counts finished targets: the rows are reloaded when it changes, at most once a second. */
export function JobTargets({ jobId, moved, over }: { jobId: string; moved: number; over: boolean }) {
  const state = useTableState({ filters: ['state'] })
  const query = useList('list-job-targets', {
    job_id: jobId,
    ...pagingOf(state),
    ...targetFilter(state.filters.state),
  })
  const { refetch } = query
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), over ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [moved, over, refetch])
  return (
    <DataTable
      name="job-targets"
      label={jobTexts.targetsOfJob}
      columns={columns}
      query={query}
      rowId={({ position }) => position}
      state={state}
      filters={
        <select
          className="input"
          aria-label={jobTexts.state}
          value={state.filters.state ?? ''}
          onChange={(event) => state.set({ state: event.target.value })}
        >
          {targetFilters.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      }
      empty={() => <EmptyState title={jobTexts.noTargetsInState} />}
    />
  )
}
