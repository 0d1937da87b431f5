import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/call.ts'
import { useList } from '../../api/query.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconHistory } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { evidenceTexts } from '../../updates/evidence-texts.ts'
import { UpdateResult } from '../../updates/later-findings.tsx'
import { AttemptVersion, HealthBadge } from '../../updates/update-badges.tsx'
import { UpdateChecks } from '../../updates/update-checks.tsx'
import { typeLabels } from '../../updates/update-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { tabsTexts } from './tabs-texts.ts'

type Run = RowOf<'list-update-history'>

const columns: readonly Column<Run>[] = [
  {
    key: 'name',
    title: tabsTexts.item,
    primary: true,
    cell: ({ name, slug, type }) => (
      <div>
        <div className="row-name">{name || slug}</div>
        <span className="soft small">{typeLabels[type]}</span>
      </div>
    ),
  },
  {
    key: 'versions',
    title: tabsTexts.version,
    cell: (attempt) => <AttemptVersion attempt={attempt} />,
  },
  {
    key: 'result',
    title: tabsTexts.result,
    wide: true,
    cell: (entry) => <UpdateResult entry={entry} />,
  },
  { key: 'checks', title: evidenceTexts.checks, wide: true, cell: (entry) => <UpdateChecks entry={entry} /> },
  { key: 'health', title: tabsTexts.frontPage, cell: ({ health }) => <HealthBadge health={health} /> },
  { key: 'by', title: tabsTexts.by, cell: ({ user, automatic }) => (automatic ? tabsTexts.automatic : user) },
  {
    key: 'at',
    title: tabsTexts.when,
    cell: ({ started_at, job_id }) =>
      job_id === null ? (
        <RelativeTime at={started_at} />
      ) : (
        <Link to="/jobs/$jobId" params={{ jobId: job_id }}>
          <RelativeTime at={started_at} />
        </Link>
      ),
  },
]

export function UpdateHistory({ site }: SiteTab) {
  const state = useTableState({ size: 25 })
  const query = useList('list-update-history', { site_id_or_domain: site.id, ...pagingOf(state) })
  return (
    <DataTable
      name="site-update-history"
      label={tabsTexts.updatesThatWereRun}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      empty={() => (
        <EmptyState icon={IconHistory} title={tabsTexts.noUpdateWasRun}>
          {tabsTexts.whatIsInstalledFrom}
        </EmptyState>
      )}
    />
  )
}
