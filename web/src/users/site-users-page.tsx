import { lazy, Suspense, useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useCan } from '../api/session.tsx'
import { noScope, ScopeFilters, scopeFilters, scopeOf } from '../fleet/scope.tsx'
import { emptyTitle, SelectSitesToQuery, UnansweredSites } from '../fleet/select-sites-to-query.tsx'
import { SiteLink } from '../fleet/site-link.tsx'
import { useSiteQuery } from '../fleet/use-site-query.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPassword, IconUpload, IconUser, IconUserPlus } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useLocalList } from '../ui/table/local-list.ts'
import { useSelection } from '../ui/table/selection.ts'
import { useTableState } from '../ui/table/table-state.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { keyOfUser, roleName, type SiteUser, siteUserRoles } from './site-user.ts'
import { SiteUserActions, SiteUserBulkActions } from './site-user-actions.tsx'
import { usersTexts } from './users-texts.ts'

const AdminPasswordDialog = lazy(async () => ({
  default: (await import('./admin-password-dialog.tsx')).AdminPasswordDialog,
}))
const CreateUserDialog = lazy(async () => ({ default: (await import('./create-user-dialog.tsx')).CreateUserDialog }))

const columns: readonly Column<SiteUser>[] = [
  {
    key: 'user',
    title: usersTexts.user,
    primary: true,
    sort: 'username',
    cell: ({ username, name }) => (
      <div>
        <span className="row-name">{username}</span>
        {name !== username && <div className="soft small">{name}</div>}
      </div>
    ),
  },
  {
    key: 'site',
    title: usersTexts.site,
    sort: 'site',
    wide: true,
    widthPercent: 18,
    cell: ({ website_id, website_name, website_url }) => (
      <SiteLink id={website_id} name={website_name} url={website_url} />
    ),
  },
  {
    key: 'role',
    title: usersTexts.role,
    sort: 'role',
    cell: ({ role }) => <Badge tone={role === 'administrator' ? 'warn' : 'still'}>{roleName(role)}</Badge>,
  },
  {
    key: 'email',
    title: uiTexts.email,
    sort: 'email',
    wide: true,
    widthPercent: 22,
    cell: ({ email }) => (
      <div className="cut" title={email}>
        {email}
      </div>
    ),
  },
  {
    key: 'posts',
    title: usersTexts.posts,
    sort: 'posts',
    number: true,
    from: 1180,
    cell: ({ posts }) => formatNumber(posts),
  },
  {
    key: 'since',
    title: usersTexts.since,
    sort: 'since',
    cell: ({ registered_at }) => <RelativeTime at={registered_at} never="–" />,
  },
]

const sorts: Readonly<Record<string, (row: SiteUser) => string | number | null>> = {
  username: ({ username }) => username.toLowerCase(),
  site: ({ website_name }) => website_name.toLowerCase(),
  role: ({ role }) => role,
  email: ({ email }) => email.toLowerCase(),
  posts: ({ posts }) => posts,
  since: ({ registered_at }) => registered_at,
}

type Roles = InputOf<'list-site-users'>['role']

/** Users of the sites; users of Flotilla are under Access. */
export default function SiteUsersPage() {
  const state = useTableState({ sort: 'username', filters: [...scopeFilters, 'role'] })
  const can = useCan()
  const selection = useSelection()
  const [open, setOpen] = useState<'create' | 'password' | null>(null)
  const { query, needsScope, sites } = useSiteQuery('list-site-users', state, {
    ...scopeOf(state),
    ...(state.search && { search: state.search }),
    ...(state.filters.role && { role: [state.filters.role] as Roles }),
  })
  const list = useLocalList(query, query.data?.rows, state, sorts)
  const selected = (query.data?.rows ?? []).filter((row) => selection.ids.has(keyOfUser(row)))
  return (
    <>
      <PageHeader
        title={usersTexts.siteUsers}
        actions={
          <>
            {can('import-site-users') && (
              <LinkButton to="/site-users/import" icon={IconUpload}>
                {usersTexts.import}
              </LinkButton>
            )}
            {can('set-admin-passwords') && (
              <Button icon={IconPassword} onClick={() => setOpen('password')}>
                {usersTexts.setAdminPassword}
              </Button>
            )}
            {can('create-site-users') && (
              <Button icon={IconUserPlus} tone="primary" onClick={() => setOpen('create')}>
                {usersTexts.addAUser}
              </Button>
            )}
          </>
        }
      >
        {usersTexts.whoCanSignIn}
      </PageHeader>
      {needsScope ? (
        <SelectSitesToQuery state={state} what="users" sites={sites} />
      ) : (
        <>
          <UnansweredSites sites={query.data?.unanswered ?? []} retry={() => void query.refetch()} />
          <DataTable
            name="site-users"
            label={usersTexts.siteUsers}
            columns={columns}
            query={list}
            rowId={keyOfUser}
            rowName={({ username, website_name }) =>
              usersTexts.usernameOfWebsitename({ username, websitename: website_name })
            }
            state={state}
            searchLabel={usersTexts.searchNameOrE}
            filters={
              <>
                <FilterSelect
                  label={usersTexts.role}
                  value={state.filters.role}
                  options={[{ value: '', label: usersTexts.anyRole }, ...siteUserRoles]}
                  onChange={(role) => state.set({ role })}
                />
                <ScopeFilters state={state} />
              </>
            }
            {...(can('edit-site-user') && {
              selection,
              bulk: <SiteUserBulkActions users={selected} onDone={selection.clear} />,
              rowActions: (user: SiteUser) => <SiteUserActions user={user} />,
            })}
            empty={(filtered) => (
              <EmptyState
                icon={IconUser}
                title={emptyTitle(query.data, filtered ? usersTexts.noOneFits : usersTexts.noUsersYet)}
                {...(filtered && {
                  action: (
                    <Button onClick={() => state.set({ search: '', role: '', ...noScope })}>
                      {usersTexts.clearSearchAndFilters}
                    </Button>
                  ),
                })}
              >
                {!filtered && usersTexts.connectedSitesAreAsked}
              </EmptyState>
            )}
          />
        </>
      )}
      <Suspense fallback={null}>
        {open === 'create' && <CreateUserDialog onClose={() => setOpen(null)} />}
        {open === 'password' && <AdminPasswordDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
