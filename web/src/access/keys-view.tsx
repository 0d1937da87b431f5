import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconKey } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { KeyActions } from './key-actions.tsx'
import { type ApiKey, KeyDialog } from './key-dialog.tsx'

const limitsOf = ({ site_ids, tag_ids, client_ids }: ApiKey) =>
  site_ids === null && tag_ids === null && client_ids === null
    ? 'All sites'
    : [
        client_ids !== null && client_ids.length > 0 && `sites of ${describeCount(client_ids.length, 'client')}`,
        site_ids !== null && site_ids.length > 0 && describeCount(site_ids.length, 'site'),
        tag_ids !== null && tag_ids.length > 0 && `sites with ${describeCount(tag_ids.length, 'tag')}`,
      ]
        .filter(Boolean)
        .join(' and ') || 'No site'

const isOver = ({ expires_at }: ApiKey) => expires_at !== null && Date.parse(expires_at) < Date.now()

const columns = (people: ReadonlyMap<number, string>): readonly Column<ApiKey>[] => [
  {
    key: 'key',
    title: 'Key',
    primary: true,
    cell: ({ description, truncated_key }) => (
      <div>
        <span className="row-name">{description || 'Without a name'}</span>
        <div className="soft small mono">…{truncated_key}</div>
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
  { key: 'limits', title: 'Where', cell: limitsOf },
  { key: 'owner', title: 'As', cell: ({ user_id }) => people.get(user_id) ?? `Person ${user_id}` },
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
  const names = new Map(people.data?.rows.map(({ id, login, name }) => [id, name || login]))
  return (
    <>
      <DataTable
        name="keys"
        label="API keys"
        columns={columns(names)}
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
