import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import type { List } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { useAction, useOperation } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconListCheck, IconRefresh } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { compareTexts } from './compare-texts.ts'

type Report = DataOf<'get-parity-report'>
type Difference = Report['differences'][number]
type Input = InputOf<'get-parity-report'>

const kinds: Record<Difference['kind'], string> = {
  site: compareTexts.site,
  client: compareTexts.client,
  tag: compareTexts.tag,
  cost: compareTexts.cost,
  monitor: compareTexts.monitor,
}

const columns: readonly Column<Difference>[] = [
  {
    key: 'name',
    title: compareTexts.name,
    primary: true,
    cell: ({ name, kind }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">{name}</div>
        <div className="soft small">{kinds[kind]}</div>
      </div>
    ),
  },
  { key: 'field', title: compareTexts.field, cell: ({ field }) => field.replaceAll('_', ' ') },
  { key: 'there', title: compareTexts.there, wide: true, cell: ({ there }) => there || '–' },
  { key: 'here', title: compareTexts.here, wide: true, cell: ({ here }) => here || '–' },
  {
    key: 'result',
    title: compareTexts.result,
    wide: true,
    cell: ({ result, reason }) => (
      <div>
        <Badge tone={result === 'different' ? 'warn' : 'still'}>
          {result === 'different' ? compareTexts.different : compareTexts.unknown}
        </Badge>
        {reason !== '' && <div className="small">{sentence(reason)}</div>}
      </div>
    ),
  },
]

/** What both dashboards know about the imported fleet, value by value. */
export function CompareStep() {
  const state = useTableState({ filters: ['kind', 'result'] })
  const { kind, result } = state.filters
  // A comparison is made on request: reading one that does not exist would be an error.
  const [made, setMade] = useState(false)
  const query = useOperation(
    'get-parity-report',
    {
      ...pagingOf(state),
      ...(kind && { kind: kind as NonNullable<Input['kind']> }),
      ...(result && { result: result as NonNullable<Input['result']> }),
    },
    { enabled: made },
  )
  const make = useAction('make-parity-report')
  const compare = (
    <Button
      icon={IconRefresh}
      busy={make.isPending}
      onClick={() => make.mutate({}, { onSuccess: () => setMade(true) })}
    >
      {query.data ? compareTexts.compareAgain : compareTexts.compare}
    </Button>
  )
  const { data, error } = query
  const failed = make.error && <Notice tone="bad">{make.error.message}</Notice>
  if (error) return <ErrorState error={error} retry={() => void query.refetch()} />
  if (!made)
    return (
      <div className="stack">
        {failed}
        <EmptyState icon={IconListCheck} title={compareTexts.none} action={compare}>
          {compareTexts.noneHint}
        </EmptyState>
      </div>
    )
  if (!data) return <Loading />
  const list = { rows: data.differences, total: data.total, page: data.page, perPage: data.per_page }
  return (
    <div className="stack">
      {failed}
      <Card title={compareTexts.title({ source: data.source })} actions={compare}>
        <div className="stack">
          <p>{compareTexts.introduction}</p>
          <Summary report={data} />
          <p className="soft">
            {compareTexts.madeAt({
              made: () => <RelativeTime at={data.made_at} />,
              exported: () => <RelativeTime at={data.exported_at} never={compareTexts.unknownTime} />,
            })}
          </p>
        </div>
      </Card>
      <DataTable
        name="parity"
        label={compareTexts.differences}
        columns={columns}
        query={{ ...query, data: list } as UseQueryResult<List<Difference>, Problem>}
        rowId={(row) => `${row.kind} ${row.old_id} ${row.field}`}
        state={state}
        filters={
          <>
            <FilterSelect
              label={compareTexts.kind}
              value={kind}
              onChange={(value) => state.set({ kind: value })}
              options={[
                { value: '', label: compareTexts.anyKind },
                ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
              ]}
            />
            <FilterSelect
              label={compareTexts.result}
              value={result}
              onChange={(value) => state.set({ result: value })}
              options={[
                { value: '', label: compareTexts.anyResult },
                { value: 'different', label: compareTexts.different },
                { value: 'unknown', label: compareTexts.unknown },
              ]}
            />
          </>
        }
        empty={(filtered) => (
          <EmptyState icon={IconListCheck} title={filtered ? compareTexts.noneMatch : compareTexts.noDifferences} />
        )}
      />
    </div>
  )
}

function Summary({ report: { same, different, unknown } }: { report: Report }) {
  if (same + different + unknown === 0) return <Notice>{compareTexts.nothingCompared}</Notice>
  if (different > 0) return <Notice tone="warn">{compareTexts.someDifferent({ same, different, unknown })}</Notice>
  if (unknown > 0) return <Notice>{compareTexts.someUnknown({ same, unknown })}</Notice>
  return <Notice tone="good">{compareTexts.allSame({ same })}</Notice>
}
