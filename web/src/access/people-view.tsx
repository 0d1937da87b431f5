import { lazy, Suspense } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useList } from '../api/query.ts'
import { useAccount, useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconUsers } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { accessTexts } from './access-texts.ts'
import { describeLimits } from './limit-labels.ts'
import { OpenInvitations } from './open-invitations.tsx'
import type { Person } from './person.ts'
import { PersonActions } from './person-actions.tsx'
import { roleOptions } from './role-labels.ts'

const InviteByMail = lazy(() => import('./invite-by-mail.tsx'))

type Input = InputOf<'list-users'>

const columns = (roleNames: ReadonlyMap<number | null, string>): readonly Column<Person>[] => [
  {
    key: 'person',
    title: accessTexts.person,
    primary: true,
    cell: ({ login, name }) => (
      <div>
        <span className="row-name">{name || login}</span>
        {name !== '' && name !== login && <div className="soft small">{login}</div>}
      </div>
    ),
  },
  {
    key: 'role',
    title: accessTexts.role,
    cell: ({ role, role_id }) =>
      roleOptions.find(({ value }) => value === role)?.label ?? roleNames.get(role_id) ?? accessTexts.customRole,
  },
  {
    key: 'sites',
    title: accessTexts.whichSites,
    wide: true,
    cell: describeLimits,
  },
  { key: 'email', title: uiTexts.email, wide: true, cell: ({ email }) => email, blank: ({ email }) => email === null },
  {
    key: 'state',
    title: accessTexts.state,
    cell: ({ disabled, must_change_password }) =>
      disabled ? (
        <Badge tone="bad">{accessTexts.disabled}</Badge>
      ) : must_change_password ? (
        <Badge tone="warn">{accessTexts.oneTimePassword}</Badge>
      ) : (
        <Badge tone="good">{accessTexts.active}</Badge>
      ),
  },
  { key: 'seen', title: accessTexts.lastSignIn, cell: ({ last_sign_in_at }) => <RelativeTime at={last_sign_in_at} /> },
  {
    key: 'since',
    title: accessTexts.since,
    optional: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

export function PeopleView() {
  const state = useTableState({ filters: ['role', 'status'] })
  const { invite } = useTableState({ filters: ['invite'] }).filters
  const { user } = useAccount()
  const can = useCan()
  const roles = useList('list-roles', {})
  const roleNames = new Map(roles.data?.rows.map(({ id, name }) => [id, name]))
  const query = useList('list-users', {
    ...pagingOf(state),
    ...(state.search && { search: state.search }),
    ...(state.filters.role && { role: state.filters.role as Input['role'] }),
    ...(state.filters.status && { status: state.filters.status as Input['status'] }),
  })
  return (
    <>
      <DataTable
        name="people"
        label={accessTexts.people}
        columns={columns(roleNames)}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={accessTexts.searchNameOrE}
        filters={
          <>
            <FilterSelect
              label={accessTexts.role}
              value={state.filters.role}
              options={[
                { value: '', label: accessTexts.anyRole },
                ...roleOptions,
                { value: 'custom', label: accessTexts.customRole },
              ]}
              onChange={(role) => state.set({ role })}
            />
            <FilterSelect
              label={accessTexts.state}
              value={state.filters.status}
              options={[
                { value: '', label: accessTexts.activeAndDisabled },
                { value: 'active', label: accessTexts.active },
                { value: 'disabled', label: accessTexts.disabled },
              ]}
              onChange={(status) => state.set({ status })}
            />
          </>
        }
        rowActions={(person) => <PersonActions person={person} isSelf={person.id === user?.id} />}
        empty={(filtered) => (
          <EmptyState
            icon={IconUsers}
            title={filtered ? accessTexts.noOneFits : accessTexts.noOneYet}
            {...(filtered && {
              action: (
                <Button onClick={() => state.set({ search: '', role: '', status: '' })}>
                  {accessTexts.clearSearchAndFilters}
                </Button>
              ),
            })}
          />
        )}
      />
      <OpenInvitations />
      {invite && can('add-user') && (
        <Suspense fallback={null}>
          <InviteByMail onClose={() => state.set({ invite: '' })} />
        </Suspense>
      )}
    </>
  )
}
