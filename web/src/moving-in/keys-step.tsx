import { Link } from '@tanstack/react-router'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconKey, IconListCheck } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { keysTexts } from './keys-texts.ts'

type MovedId = RowOf<'list-moved-ids'>
type Kind = NonNullable<InputOf<'list-moved-ids'>['kind']>

const kinds: Record<Kind, string> = {
  site: keysTexts.site,
  client: keysTexts.client,
  tag: keysTexts.tag,
  cost: keysTexts.cost,
}

/** Scripts that must be changed: those with a key of the old dashboard, and those with an id that is new here. */
export function KeysStep() {
  return (
    <div className="stack">
      <RestKeys />
      <MovedIds />
    </div>
  )
}

function RestKeys() {
  const { data, error, refetch } = useList('list-old-rest-keys', {})
  return (
    <Card
      title={keysTexts.restKeys}
      actions={
        <LinkButton small to="/access/$tab" params={{ tab: 'keys' }} icon={IconKey}>
          {keysTexts.toKeys}
        </LinkButton>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={3} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={IconKey} title={keysTexts.noRestKeys}>
          {keysTexts.noRestKeysHint}
        </EmptyState>
      ) : (
        <div className="stack">
          <Notice tone="warn">{keysTexts.needNewKey({ count: data.total })}</Notice>
          <p>{keysTexts.howToReplace}</p>
          <ul className="rows">
            {data.rows.map(({ source, description, key_ending, permissions }) => (
              <li key={`${source} ${description} ${key_ending}`}>
                <b>{description || keysTexts.unnamed}</b>
                <div className="soft small">{keysTexts.keyFacts({ ending: key_ending, permissions, source })}</div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

const nameOf = ({ name, kind, new_id }: MovedId) => {
  if (name === null) return <span className="soft">{keysTexts.deleted}</span>
  const id = String(new_id)
  if (kind === 'site')
    return (
      <Link to="/sites/$siteId" params={{ siteId: id }}>
        {name}
      </Link>
    )
  if (kind === 'client')
    return (
      <Link to="/clients/$clientId" params={{ clientId: id }}>
        {name}
      </Link>
    )
  return name
}

const columns: readonly Column<MovedId>[] = [
  { key: 'name', title: keysTexts.name, primary: true, cell: nameOf },
  { key: 'kind', title: keysTexts.kind, cell: ({ kind }) => kinds[kind] },
  { key: 'old', title: keysTexts.oldId, number: true, cell: ({ old_id }) => old_id },
  { key: 'new', title: keysTexts.newId, number: true, cell: ({ new_id }) => new_id },
  {
    key: 'kept',
    title: keysTexts.state,
    cell: ({ kept }) => <Badge tone={kept ? 'good' : 'warn'}>{kept ? keysTexts.kept : keysTexts.changed}</Badge>,
  },
]

function MovedIds() {
  const state = useTableState({ filters: ['kind', 'kept'] })
  const { kind, kept } = state.filters
  const query = useList('list-moved-ids', {
    ...pagingOf(state),
    ...(kind && { kind: kind as Kind }),
    ...(kept && { kept: kept === 'yes' }),
  })
  return (
    <>
      <p>{keysTexts.idsIntroduction}</p>
      <DataTable
        name="moved-ids"
        label={keysTexts.ids}
        columns={columns}
        query={query}
        rowId={(row) => `${row.source} ${row.kind} ${row.old_id}`}
        state={state}
        filters={
          <>
            <FilterSelect
              label={keysTexts.kind}
              value={kind}
              onChange={(value) => state.set({ kind: value })}
              options={[
                { value: '', label: keysTexts.anyKind },
                ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
              ]}
            />
            <FilterSelect
              label={keysTexts.state}
              value={kept}
              onChange={(value) => state.set({ kept: value })}
              options={[
                { value: '', label: keysTexts.anyState },
                { value: 'no', label: keysTexts.changed },
                { value: 'yes', label: keysTexts.kept },
              ]}
            />
          </>
        }
        empty={(filtered) => (
          <EmptyState icon={IconListCheck} title={filtered ? keysTexts.noIdsMatch : keysTexts.noIds} />
        )}
      />
    </>
  )
}
