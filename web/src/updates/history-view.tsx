import { Link } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconHistory } from '../ui/icons.ts'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { evidenceTexts } from './evidence-texts.ts'
import { UpdateResult } from './later-findings.tsx'
import { laterTexts } from './later-texts.ts'
import { AttemptVersion, HealthBadge } from './update-badges.tsx'
import { UpdateChecks } from './update-checks.tsx'
import { allResults, healthLabels, typeLabels } from './update-labels.ts'
import { updatesTexts } from './updates-texts.ts'

type Entry = RowOf<'list-update-history'>
type Input = InputOf<'list-update-history'>

const columns: readonly Column<Entry>[] = [
  {
    key: 'item',
    title: updatesTexts.item,
    primary: true,
    cell: ({ name, type }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut row-name">{name}</div>
        <div className="soft small">{typeLabels[type]}</div>
      </div>
    ),
  },
  {
    key: 'version',
    title: updatesTexts.version,
    wide: true,
    cell: (attempt) => <AttemptVersion attempt={attempt} />,
  },
  {
    key: 'site',
    title: updatesTexts.site,
    wide: true,
    widthPercent: 24,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  {
    key: 'result',
    title: updatesTexts.result,
    wide: true,
    widthPercent: 24,
    cell: (entry) => <UpdateResult entry={entry} />,
  },
  {
    key: 'health',
    title: updatesTexts.health,
    blank: ({ health }) => health === null,
    cell: ({ health }) => <HealthBadge health={health} />,
  },
  {
    key: 'checks',
    title: evidenceTexts.checks,
    from: 1180,
    wide: true,
    cell: (entry) => <UpdateChecks entry={entry} />,
  },
  {
    key: 'by',
    title: updatesTexts.by,
    from: 1180,
    cell: ({ user, automatic }) =>
      automatic ? <Badge>{updatesTexts.timetable}</Badge> : user || <span className="soft">–</span>,
  },
  {
    key: 'at',
    title: updatesTexts.when,
    cell: ({ started_at, job_id }) =>
      job_id === null ? (
        <RelativeTime at={started_at} />
      ) : (
        <Link to="/updates/run/$jobId" params={{ jobId: job_id }}>
          <RelativeTime at={started_at} />
        </Link>
      ),
  },
]

const notInstalled = 'not_installed'
const results = [
  { value: '', label: updatesTexts.anyResult },
  { value: notInstalled, label: updatesTexts.notInstalled },
  ...allResults,
]
const resultsOf = (choice: string) =>
  choice === notInstalled ? allResults.map(({ value }) => value).filter((value) => value !== 'updated') : [choice]
const healths = [
  { value: '', label: updatesTexts.anyHealth },
  ...Object.entries(healthLabels).map(([value, [, label]]) => ({ value, label })),
]

export default function HistoryView() {
  const state = useTableState({ filters: ['result', 'health', 'site_id', 'slug', 'run', 'amended'] })
  const { result, health, site_id, slug, run, amended } = state.filters
  const query = useList('list-update-history', {
    ...pagingOf(state),
    ...(result && { results: resultsOf(result) as Input['results'] }),
    ...(health && { health: health as Input['health'] }),
    ...(site_id && { site_id_or_domain: Number(site_id) }),
    ...(slug && { slugs: [slug] }),
    ...(run && { job_id: run }),
    ...(amended && { amended: true as const }),
  })
  return (
    <DataTable
      name="update-history"
      label={updatesTexts.historyOfUpdates}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <>
          <FilterSelect
            label={updatesTexts.result}
            value={result}
            options={results}
            onChange={(result) => state.set({ result })}
          />
          <FilterSelect
            label={updatesTexts.health}
            value={health}
            options={healths}
            onChange={(health) => state.set({ health })}
          />
          <NamedPicker noun="site" value={site_id} onChange={(option) => state.set({ site_id: option?.value })} />
          {slug && (
            <Button tone="quiet" onClick={() => state.set({ slug: '' })}>
              {slug} ✕
            </Button>
          )}
          {run && (
            <Button tone="quiet" onClick={() => state.set({ run: '' })}>
              {updatesTexts.jobRun({ run })}
            </Button>
          )}
          {amended && (
            <Button tone="quiet" onClick={() => state.set({ amended: '' })}>
              {laterTexts.amendedOnly}
            </Button>
          )}
        </>
      }
      empty={(filtered) => (
        <EmptyState
          icon={IconHistory}
          title={filtered ? updatesTexts.nothingLikeThatWas : updatesTexts.noUpdatesWereRun}
        >
          {filtered ? updatesTexts.changeTheFilters : updatesTexts.everyUpdateThatIs}
        </EmptyState>
      )}
    />
  )
}
