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
import { LaterFindings } from './later-findings.tsx'
import { runTexts } from './run-texts.ts'
import { AttemptVersion, HealthBadge, ResultBadge, VersionChange } from './update-badges.tsx'

type Target = RowOf<'list-job-targets'>
type Report = OutputOf<'install-site-updates'>
type Entry = RowOf<'list-update-history'>

/** The result of a finished target; waiting and failed targets have none, and those of other jobs have another one. */
function reportOf({ result }: Target): Report | null {
  const { updated, errors, checks } = (result ?? {}) as Partial<Report>
  return Array.isArray(updated) && Array.isArray(errors) && checks ? (result as Report) : null
}

const columnsWith = (amended: readonly Entry[]): readonly Column<Target>[] => [
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
    cell: ({ site_id, state, outcome }) => {
      const failed = amended.find((entry) => entry.site_id === site_id && entry.result !== 'updated')
      return failed ? <ResultBadge result={failed.result} /> : <OutcomeBadge status={state} outcome={outcome} />
    },
  },
  {
    key: 'health',
    title: runTexts.health,
    cell: (target) => <SiteHealth report={reportOf(target)} />,
  },
  {
    key: 'what',
    title: jobTexts.whatHappened,
    wide: true,
    cell: (target) => (
      <TargetOutcome target={target} amended={amended.filter(({ site_id }) => site_id === target.site_id)} />
    ),
  },
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

/** The job has what was known when it ended; `amended` is what is known now. */
function TargetOutcome({ target, amended }: { target: Target; amended: readonly Entry[] }) {
  const report = reportOf(target)
  if (!report) return target.error ? <span>{problemMessage(target.error)}</span> : <span className="soft">–</span>
  // The error of a site with a report sums it up, unless a retry did not reach the site.
  const retryError =
    target.error && report.errors.every(({ code }) => code !== target.error?.code) ? target.error : null
  return (
    <ul className="stack-tight small" style={{ textAlign: 'left' }}>
      {retryError && <li>{runTexts.lastAttempt({ message: problemMessage(retryError) })}</li>}
      {report.updated.map(({ type, slug, name, old_version, new_version }) => {
        const later = amended.find((entry) => entry.type === type && entry.slug === slug)
        return (
          <li key={`${type} ${slug} ${name}`}>
            <span className="line">
              <ResultBadge result={later?.result ?? 'updated'} />
              <span>{name}</span>
              {later ? <AttemptVersion attempt={later} /> : <VersionChange from={old_version} to={new_version} />}
            </span>
            {later && <LaterFindings amendments={later.amendments} />}
          </li>
        )
      })}
      {report.errors.map(({ identifier, type, name, result, message }) => {
        const later = amended.find((entry) => entry.type === type && entry.slug === identifier)
        return (
          <li key={`${identifier} ${name}`}>
            <span className="line">
              <ResultBadge result={later?.result ?? result ?? 'failed'} />
              <span>
                {message.includes(name ?? String(identifier))
                  ? sentence(message)
                  : runTexts.itemError({ item: name ?? identifier, message: sentence(message) })}
              </span>
            </span>
            {later && <LaterFindings amendments={later.amendments} />}
          </li>
        )
      })}
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
export function RunSites({
  jobId,
  moved,
  over,
  amended,
}: {
  jobId: string
  moved: number
  over: boolean
  /** Updates of this run with later findings. */
  amended: readonly Entry[]
}) {
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
        columns={columnsWith(amended)}
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
