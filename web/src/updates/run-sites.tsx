import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OutputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { problemMessage } from '../api/problem-message.ts'
import { useList } from '../api/query.ts'
import { Can } from '../api/session.tsx'
import { targetFilter, targetFilters } from '../jobs/job-outcomes.ts'
import { jobTexts } from '../jobs/job-texts.ts'
import { sentence } from '../texts/sentence.ts'
import { OutcomeBadge } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { runTexts } from './run-texts.ts'
import { HealthBadge, ResultBadge, VersionChange } from './update-badges.tsx'

type Target = RowOf<'list-job-targets'>
type Report = OutputOf<'install-site-updates'>

/** The result of a finished target; waiting and failed targets have none, and those of other jobs have another one. */
function reportOf({ result }: Target): Report | null {
  const { updated, errors, checks } = (result ?? {}) as Partial<Report>
  return Array.isArray(updated) && Array.isArray(errors) && checks ? (result as Report) : null
}

const columns: readonly Column<Target>[] = [
  {
    key: 'site',
    title: runTexts.site,
    primary: true,
    cell: (target) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          {target.site_id === null ? (
            target.label
          ) : (
            <Link to="/sites/$siteId" params={{ siteId: String(target.site_id) }} className="row-name">
              {target.site_name || hostOf(target.label)}
            </Link>
          )}
        </div>
        <div className="soft small cut">{hostOf(target.label)}</div>
      </div>
    ),
  },
  {
    key: 'state',
    title: jobTexts.state,
    cell: ({ state, outcome }) => <OutcomeBadge status={state} outcome={outcome} />,
  },
  {
    key: 'health',
    title: runTexts.health,
    cell: (target) => <SiteHealth report={reportOf(target)} />,
  },
  { key: 'what', title: jobTexts.whatHappened, wide: true, cell: (target) => <TargetOutcome target={target} /> },
]

function SiteHealth({ report }: { report: Report | null }) {
  if (!report) return <span className="soft">–</span>
  const { before, after } = report.checks
  const showStatus = (page: typeof before) =>
    page === null ? runTexts.notChecked : page.http_status || runTexts.noAnswer
  return (
    <span title={runTexts.homepageBeforeAfter({ before: showStatus(before), after: showStatus(after) })}>
      <HealthBadge health={report.health} />
    </span>
  )
}

function TargetOutcome({ target }: { target: Target }) {
  const report = reportOf(target)
  if (!report) return target.error ? <span>{problemMessage(target.error)}</span> : <span className="soft">–</span>
  // The error of a site with a report sums it up, unless a retry did not reach the site.
  const retryError =
    target.error && report.errors.every(({ code }) => code !== target.error?.code) ? target.error : null
  return (
    <ul className="stack-tight small" style={{ textAlign: 'left' }}>
      {retryError && <li>{runTexts.lastAttempt({ message: problemMessage(retryError) })}</li>}
      {report.updated.map(({ type, slug, name, old_version, new_version }) => (
        <li key={`${type} ${slug} ${name}`} className="line">
          <ResultBadge result="updated" />
          <span>{name}</span>
          <VersionChange from={old_version} to={new_version} />
        </li>
      ))}
      {report.errors.map(({ identifier, name, result, message }) => (
        <li key={`${identifier} ${name}`} className="line">
          <ResultBadge result={result ?? 'failed'} />
          <span>
            {message.includes(name ?? String(identifier))
              ? sentence(message)
              : runTexts.itemError({ item: name ?? identifier, message: sentence(message) })}
          </span>
        </li>
      ))}
      {report.backup && !report.backup.usable && <li className="soft">{sentence(report.backup.message)}</li>}
      {report.updated.length + report.errors.length === 0 && <li className="soft">{runTexts.nothingPending}</li>}
    </ul>
  )
}

function UncheckedNotice() {
  return (
    <Notice>
      {runTexts.unchecked}{' '}
      <Can operation="update-general-settings">
        <Link to="/settings/$group" params={{ group: 'general' }}>
          {runTexts.openSettings}
        </Link>
      </Can>
    </Notice>
  )
}

const pauseMs = 1_000

/** `moved` counts finished sites: the rows are reloaded when it changes. */
export function RunSites({ jobId, moved, over }: { jobId: string; moved: number; over: boolean }) {
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
  const reports = query.data?.rows.flatMap((target) => reportOf(target) ?? []) ?? []
  const unseen = reports.length > 0 && reports.every(({ health }) => health === null)
  return (
    <>
      {unseen && <UncheckedNotice />}
      <DataTable
        name="update-run"
        label={runTexts.sitesOfRun}
        columns={columns}
        query={query}
        rowId={({ position }) => position}
        state={state}
        filters={
          <FilterSelect
            label={jobTexts.state}
            value={state.filters.state}
            options={targetFilters}
            onChange={(value) => state.set({ state: value })}
          />
        }
        empty={() => <EmptyState title={runTexts.noSitesInState} />}
      />
    </>
  )
}
