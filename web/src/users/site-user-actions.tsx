import { useState } from 'react'
import { EachDialog } from '../actions/each-dialog.tsx'
import { step } from '../actions/run-each.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconDotsVertical, IconPencil, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { keyOfUser, roleName, type SiteUser, type SiteUserRole, siteUserRoles } from './site-user.ts'
import { usersTexts } from './users-texts.ts'

const labelsOf = (user: SiteUser) => ({
  key: keyOfUser(user),
  name: user.username,
  where: user.website_name || user.website_url,
})

const inputOf = ({ website_id, id }: SiteUser) => ({ site_id_or_domain: website_id, user_id: id })

const countOf = (users: readonly SiteUser[]) =>
  users.length === 1
    ? usersTexts.usernameOfWebsitename({ username: users[0]!.username, websitename: users[0]!.website_name })
    : usersTexts.countUsers({ count: users.length })

/** Selects the new owner of the user's posts before deleting the user. */
function DeleteUsers(props: { users: readonly SiteUser[]; onClose: () => void; onDone?: () => void }) {
  return (
    <EachDialog
      steps={props.users.map((user) => step('delete-site-user', inputOf(user), labelsOf(user)))}
      title={usersTexts.deleteUsers({ users: countOf(props.users) })}
      action={uiTexts.delete}
      danger
      onClose={props.onClose}
      onDone={props.onDone}
    />
  )
}

export function SiteUserActions({ user }: { user: SiteUser }) {
  const can = useCan()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu
        className="button quiet square small"
        label={usersTexts.moreForUsernameOf({ username: user.username, websitename: user.website_name })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: usersTexts.edit, icon: IconPencil, onSelect: () => setOpen('edit') },
          can('delete-site-user') && {
            label: uiTexts.delete,
            icon: IconTrash,
            danger: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {open === 'delete' && <DeleteUsers users={[user]} onClose={close} />}
    </>
  )
}

/** Sets a role for the selected users or deletes them. */
export function SiteUserBulkActions({ users, onDone }: { users: readonly SiteUser[]; onDone: () => void }) {
  const can = useCan()
  const [role, setRole] = useState<SiteUserRole | ''>('')
  const [deleting, setDeleting] = useState(false)
  const changing = users.filter((user) => user.role !== role)
  return (
    <>
      <select
        className="input"
        style={{ width: 'auto' }}
        aria-label={usersTexts.giveAllOfThem}
        value={role}
        onChange={(event) => setRole(event.target.value as SiteUserRole)}
      >
        <option value="">{usersTexts.giveARole}</option>
        {siteUserRoles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {can('delete-site-user') && (
        <Button small icon={IconTrash} onClick={() => setDeleting(true)}>
          {usersTexts.delete}
        </Button>
      )}
      {role !== '' && (
        <EachDialog
          steps={changing.map((user) => step('edit-site-user', { ...inputOf(user), role }, labelsOf(user)))}
          title={usersTexts.makeChangingReplace({ changing: countOf(changing), replace: roleName(role) })}
          action={usersTexts.changeTheRole}
          onClose={() => setRole('')}
          onDone={onDone}
        />
      )}
      {deleting && <DeleteUsers users={users} onClose={() => setDeleting(false)} onDone={onDone} />}
    </>
  )
}
