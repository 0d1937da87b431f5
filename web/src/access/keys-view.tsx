import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconKey } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { KeyActions } from './key-actions.tsx'
import { type ApiKey, KeyDialog } from './key-dialog.tsx'
import { keyTexts } from './key-texts.ts'
import { describeKeyLimits } from './limit-labels.ts'
import type { Person } from './person.ts'

const isOver = ({ expires_at }: ApiKey) => expires_at !== null && Date.parse(expires_at) < Date.now()

const nameOf = (owner: Person | undefined, id: number) => owner?.name || owner?.login || `Person ${id}`

const columns = (people: ReadonlyMap<number, Person>): readonly Column<ApiKey>[] => [
  {
    key: 'key',
    title: 'Key',
    primary: true,
    cell: ({ description, truncated_key, compatible }) => (
      <div>
        <span className="row-name">{description || 'Without a name'}</span>
        <div className="soft small mono">…{truncated_key}</div>
        {compatible && <div className="soft small">{keyTexts.compatibleBadge}</div>}
      </div>
    ),
  },
  {
    key: 'scopes',
    title: 'May',
    cell: ({ scopes }) => (
      <span className="line">
        {scopes.map((scope) => (
          <Badge key={scope} tone={scope === 'write' ? 'note' : scope === 'delete' ? 'warn' : 'still'}>
            {scope}
          </Badge>
        ))}
      </span>
    ),
  },
  { key: 'limits', title: 'Where', wide: true, cell: (key) => describeKeyLimits(key, people.get(key.user_id)) },
  { key: 'owner', title: 'As', cell: ({ user_id }) => nameOf(people.get(user_id), user_id) },
  {
    key: 'state',
    title: 'State',
    cell: (key) =>
      !key.active ? (
        <Badge tone="still">Off</Badge>
      ) : isOver(key) ? (
        <Badge tone="bad">Expired</Badge>
      ) : (
        <Badge tone="good">Active</Badge>
      ),
  },
  { key: 'until', title: 'Expires', cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
  { key: 'used', title: 'Last used', cell: ({ last_access }) => <RelativeTime at={last_access} /> },
]

export function KeysView() {
  const state = useTableState({ filters: ['active'] })
  const making = useTableState({ filters: ['new'] }).filters.new !== undefined
  const can = useCan()
  const query = useList('list-keys', {
    ...pagingOf(state),
    ...(state.filters.active && { active: state.filters.active === 'yes' }),
  })
  const people = useList('list-users', { per_page: 100 })
  const owners = new Map(people.data?.rows.map((person) => [person.id, person]))
  return (
    <>
      <DataTable
        name="keys"
        label="API keys"
        columns={columns(owners)}
        query={query}
        rowId={({ id }) => id}
        state={state}
        filters={
          <FilterSelect
            label="State"
            value={state.filters.active}
            options={[
              { value: '', label: 'On and off' },
              { value: 'yes', label: 'On' },
              { value: 'no', label: 'Off' },
            ]}
            onChange={(active) => state.set({ active })}
          />
        }
        rowActions={(key) => <KeyActions apiKey={key} />}
        empty={(filtered) => (
          <EmptyState icon={IconKey} title={filtered ? 'No key fits' : 'No API keys yet'}>
            {filtered ? 'Choose another state.' : 'A script, a chat bot or another program calls Flotilla with one.'}
          </EmptyState>
        )}
      />
      {making && can('add-key') && <KeyDialog apiKey={null} onClose={() => state.set({ new: '' })} />}
    </>
  )
}
