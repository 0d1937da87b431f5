import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { dayText } from '../ui/format/day.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconShieldCheck } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { SecurityTabs } from './security-tabs.tsx'
import { kindLabels } from './severity.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

type Row = RowOf<'list-closed-software'>

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: vulnerabilityTexts.software,
    primary: true,
    cell: ({ kind, slug, name }) => (
      <div style={{ minWidth: 0 }}>
        <Link to="/security/emergency" search={{ type: kind, slug }} className="row-name">
          {name || slug}
        </Link>
        <div className="soft small cut">{[kindLabels[kind], slug].join(', ')}</div>
      </div>
    ),
  },
  {
    key: 'since',
    title: vulnerabilityTexts.closedOn,
    cell: ({ closed_on }) => (closed_on === null ? <span className="soft">–</span> : dayText(closed_on)),
  },
  {
    key: 'reason',
    title: vulnerabilityTexts.reason,
    cell: ({ reason }) => (reason && sentence(reason)) || <span className="soft">–</span>,
  },
  {
    key: 'sites',
    title: vulnerabilityTexts.sites,
    number: true,
    cell: ({ sites, active_sites }) => (
      <>
        {formatNumber(sites)}
        <div className="soft small">{vulnerabilityTexts.activeOf({ active: active_sites })}</div>
      </>
    ),
  },
  {
    key: 'checked',
    title: vulnerabilityTexts.checked,
    cell: ({ checked_at }) => (checked_at === null ? '–' : <RelativeTime at={checked_at} />),
  },
]

export default function ClosedSoftwarePage() {
  const state = useTableState()
  const query = useList('list-closed-software', pagingOf(state))
  const isChecked = query.data?.extra.is_checked === true
  return (
    <>
      <PageHeader title={vulnerabilityTexts.security}>{vulnerabilityTexts.closedIntroduction}</PageHeader>
      <SecurityTabs current="closed" />
      <DataTable
        name="closed-software"
        label={vulnerabilityTexts.closedSoftware}
        columns={columns}
        query={query}
        rowId={({ kind, slug }) => `${kind} ${slug}`}
        rowName={({ name, slug }) => name || slug}
        state={state}
        empty={() =>
          isChecked ? (
            <EmptyState icon={IconShieldCheck} title={vulnerabilityTexts.noneClosed}>
              {vulnerabilityTexts.noneClosedHint}
            </EmptyState>
          ) : (
            <EmptyState title={vulnerabilityTexts.closedNotChecked}>{vulnerabilityTexts.noneClosedHint}</EmptyState>
          )
        }
      />
    </>
  )
}
