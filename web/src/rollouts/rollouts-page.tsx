import { Link } from '@tanstack/react-router'
import { actorName } from '../activity/actor-name.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconListCheck, IconSettings } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { HeldReleases } from './held-releases.tsx'
import { rolloutStatuses } from './rollout-labels.ts'
import { rolloutTexts } from './rollout-texts.ts'

type RolloutRow = RowOf<'list-rollouts'>

const pollMs = 5_000

export function RolloutBadge({ status }: { status: string }) {
  const [tone, label] = rolloutStatuses[status] ?? ['still', status]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

const columns: readonly Column<RolloutRow>[] = [
  {
    key: 'name',
    title: rolloutTexts.rollout,
    primary: true,
    cell: ({ rollout_id, name }) => (
      <Link to="/rollouts/$rolloutId" params={{ rolloutId: String(rollout_id) }} className="row-name">
        {sentence(name)}
      </Link>
    ),
  },
  { key: 'status', title: rolloutTexts.status, cell: ({ status }) => <RolloutBadge status={status} /> },
  {
    key: 'wave',
    title: rolloutTexts.wave,
    cell: ({ current_wave, waves_total }) => rolloutTexts.waveOf({ wave: current_wave + 1, total: waves_total }),
  },
  {
    key: 'progress',
    title: rolloutTexts.progress,
    wide: true,
    cell: ({ name, sites_total, sites_left }) => (
      <div style={{ minWidth: '8rem' }}>
        <Progress
          percent={Math.round(((sites_total - sites_left) / Math.max(1, sites_total)) * 100)}
          label={rolloutTexts.progressOfRollout({ name })}
        />
        <span className="soft small">
          {rolloutTexts.sitesDone({ done: sites_total - sites_left, total: sites_total })}
        </span>
      </div>
    ),
  },
  {
    key: 'failed',
    title: rolloutTexts.failed,
    number: true,
    cell: ({ sites_failed }) =>
      sites_failed > 0 ? <Badge tone="bad">{formatNumber(sites_failed)}</Badge> : <span className="soft">0</span>,
  },
  { key: 'by', title: rolloutTexts.startedBy, cell: ({ started_by }) => actorName(started_by) },
  { key: 'created', title: rolloutTexts.created, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

export default function RolloutsPage() {
  const state = useTableState({ filters: ['open'] })
  const { open } = state.filters
  const query = useList(
    'list-rollouts',
    { ...pagingOf(state), ...(open && { open: open === 'yes' }) },
    { every: pollMs },
  )
  return (
    <>
      <PageHeader
        title={rolloutTexts.rollouts}
        guide="update"
        actions={
          <LinkButton to="/update-policies" icon={IconSettings}>
            {rolloutTexts.openPolicies}
          </LinkButton>
        }
      >
        {rolloutTexts.introduction}
      </PageHeader>
      <HeldReleases />
      <DataTable
        name="rollouts"
        label={rolloutTexts.rollouts}
        columns={columns}
        query={query}
        rowId={({ rollout_id }) => rollout_id}
        state={state}
        filters={
          <FilterSelect
            label={rolloutTexts.status}
            value={open}
            options={[
              { value: '', label: rolloutTexts.anyStatus },
              { value: 'yes', label: rolloutTexts.open },
              { value: 'no', label: rolloutTexts.ended },
            ]}
            onChange={(value) => state.set({ open: value })}
          />
        }
        empty={(filtered) => (
          <EmptyState icon={IconListCheck} title={filtered ? rolloutTexts.noneMatch : rolloutTexts.noRollouts}>
            {!filtered && (
              <>
                {rolloutTexts.noRolloutsHint} <Link to="/updates">{rolloutTexts.openUpdates}</Link>
              </>
            )}
          </EmptyState>
        )}
      />
    </>
  )
}
