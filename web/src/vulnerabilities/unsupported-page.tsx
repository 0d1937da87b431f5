import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { dayText } from '../ui/format/day.ts'
import { IconShieldCheck } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { SecurityTabs } from './security-tabs.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

type Row = RowOf<'list-unsupported-versions'>
type Input = InputOf<'list-unsupported-versions'>

const columns: readonly Column<Row>[] = [
  {
    key: 'site',
    title: vulnerabilityTexts.site,
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  {
    key: 'what',
    title: vulnerabilityTexts.what,
    cell: ({ what }) => (what === 'php' ? vulnerabilityTexts.php : vulnerabilityTexts.wordpress),
  },
  { key: 'version', title: vulnerabilityTexts.version, cell: ({ version }) => version },
  {
    key: 'support',
    title: vulnerabilityTexts.support,
    wide: true,
    cell: ({ state, ended_on }) =>
      ended_on === null ? (
        <Badge>{vulnerabilityTexts.supportUnknown}</Badge>
      ) : state === 'ended' ? (
        <Badge tone="bad">{vulnerabilityTexts.supportEnded({ day: dayText(ended_on) })}</Badge>
      ) : (
        <Badge tone="warn">{vulnerabilityTexts.supportEnds({ day: dayText(ended_on) })}</Badge>
      ),
  },
]

export default function UnsupportedPage() {
  const state = useTableState({ filters: ['what'] })
  const { what } = state.filters
  const query = useList('list-unsupported-versions', {
    ...pagingOf(state),
    ...(what && { what: what as NonNullable<Input['what']> }),
  })
  const { as_of, is_stale } = query.data?.extra ?? {}
  return (
    <>
      <PageHeader title={vulnerabilityTexts.security}>{vulnerabilityTexts.unsupportedIntroduction}</PageHeader>
      <SecurityTabs current="versions" />
      {as_of !== undefined &&
        (is_stale ? (
          <Notice tone="warn">{vulnerabilityTexts.unsupportedStale({ day: dayText(as_of) })}</Notice>
        ) : (
          <p className="soft">{vulnerabilityTexts.unsupportedAsOf({ day: dayText(as_of) })}</p>
        ))}
      <DataTable
        name="unsupported-versions"
        label={vulnerabilityTexts.outOfSupport}
        columns={columns}
        query={query}
        rowId={({ site_id, what }) => `${site_id} ${what}`}
        rowName={({ site_name, site_url }) => site_name || site_url}
        state={state}
        filters={
          <FilterSelect
            label={vulnerabilityTexts.what}
            value={what}
            options={[
              { value: '', label: vulnerabilityTexts.everyVersion },
              { value: 'php', label: vulnerabilityTexts.php },
              { value: 'wordpress', label: vulnerabilityTexts.wordpress },
            ]}
            onChange={(value) => state.set({ what: value })}
          />
        }
        empty={(filtered) => (
          <EmptyState
            icon={IconShieldCheck}
            title={filtered ? vulnerabilityTexts.noneMatch : vulnerabilityTexts.noneUnsupported}
          >
            {vulnerabilityTexts.noneUnsupportedHint}
          </EmptyState>
        )}
      />
    </>
  )
}
