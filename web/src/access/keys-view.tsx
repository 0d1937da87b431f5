import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconKey } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { accessTexts } from './access-texts.ts'
import { KeyActions } from './key-actions.tsx'
import { type ApiKey, KeyDialog } from './key-dialog.tsx'
import { keyTexts } from './key-texts.ts'
import { describeKeyLimits } from './limit-labels.ts'
import type { Person } from './person.ts'
import { scopeLabel } from './role-labels.ts'

const isOver = ({ expires_at }: ApiKey) => expires_at !== null && Date.parse(expires_at) < Date.now()

const nameOf = (owner: Person | undefined, id: number) => owner?.name || owner?.login || accessTexts.personId({ id })

const columns = (people: ReadonlyMap<number, Person>): readonly Column<ApiKey>[] => [
  {
    key: 'key',
    title: accessTexts.key,
    primary: true,
    cell: ({ description, truncated_key, compatible, change_tier, destroy_tier }) => (
      <div>
        <span className="row-name">{sentence(description) || accessTexts.withoutAName}</span>
        {truncated_key === '' ? (
          <div className="soft small">{keyTexts.ofProvider}</div>
        ) : (
          <div className="soft small mono">…{truncated_key}</div>
        )}
        {(change_tier === 'ask' || destroy_tier === 'ask') && (
          <div className="soft small">{keyTexts.needsApproval}</div>
        )}
        {compatible && <div className="soft small">{keyTexts.compatibleBadge}</div>}
      </div>
    ),
  },
  {
    key: 'scopes',
    title: accessTexts.may,
    cell: ({ scopes }) => (
      <span className="line">
        {scopes.map((scope) => (
          <Badge key={scope} tone={scope === 'write' ? 'note' : scope === 'delete' ? 'warn' : 'still'}>
            {scopeLabel(scope)}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    key: 'limits',
    title: accessTexts.where,
    wide: true,
    cell: (key) => describeKeyLimits(key, people.get(key.user_id)),
  },
  { key: 'owner', title: accessTexts.as, cell: ({ user_id }) => nameOf(people.get(user_id), user_id) },
  {
    key: 'state',
    title: accessTexts.state,
    cell: (key) =>
      !key.active ? (
        <Badge tone="still">{accessTexts.off}</Badge>
      ) : isOver(key) ? (
        <Badge tone="bad">{accessTexts.expired}</Badge>
      ) : (
        <Badge tone="good">{accessTexts.active}</Badge>
      ),
  },
  { key: 'until', title: accessTexts.expires, cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
  { key: 'used', title: accessTexts.lastUsed, cell: ({ last_access }) => <RelativeTime at={last_access} /> },
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
        label={accessTexts.apiKeys}
        columns={columns(owners)}
        query={query}
        rowId={({ id }) => id}
        state={state}
        filters={
          <FilterSelect
            label={accessTexts.state}
            value={state.filters.active}
            options={[
              { value: '', label: accessTexts.onAndOff },
              { value: 'yes', label: accessTexts.on },
              { value: 'no', label: accessTexts.off },
            ]}
            onChange={(active) => state.set({ active })}
          />
        }
        rowActions={(key) => <KeyActions apiKey={key} />}
        empty={(filtered) => (
          <EmptyState icon={IconKey} title={filtered ? accessTexts.noKeyFits : accessTexts.noApiKeysYet}>
            {filtered ? accessTexts.chooseAnotherState : accessTexts.aScriptAChat}
          </EmptyState>
        )}
      />
      {making && can('add-key') && <KeyDialog apiKey={null} onClose={() => state.set({ new: '' })} />}
    </>
  )
}
