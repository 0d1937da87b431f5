import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import {
  IconDotsVertical,
  IconKey,
  IconLogout,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { PersonPasswords } from './application-passwords.tsx'
import type { Person } from './person.ts'
import { PersonDialog } from './person-dialog.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

/** Users can only edit their own profile here, so that they cannot lock themselves out. */
export function PersonActions({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const can = useCan()
  const [open, setOpen] = useState<'edit' | 'delete' | 'sign-out' | 'passwords' | null>(null)
  const { id, login, disabled } = person
  const close = () => setOpen(null)
  const flip = async () => {
    const text =
      'They can no longer sign in, and their API keys stop working until they are enabled again. Their application passwords are revoked.'
    const title = `Disable ${login}?`
    if (!disabled && !(await confirm({ title, text, action: 'Disable', tone: 'danger' }))) return
    const done = `${login} is ${disabled ? 'active again' : 'disabled'}`
    await runAction('update-user', { id, disabled: !disabled }, { doing: `Changing ${login}`, done })
  }
  if (!can('update-user')) return null
  return (
    <>
      <Menu
        className="button quiet square small"
        label={`More for ${login}`}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: 'Edit', icon: IconPencil, onSelect: () => setOpen('edit') },
          !isSelf && { label: 'Sign out everywhere', icon: IconLogout, onSelect: () => setOpen('sign-out') },
          { label: 'Application passwords', icon: IconKey, onSelect: () => setOpen('passwords') },
          !isSelf && {
            label: disabled ? 'Let in again' : 'Disable',
            icon: disabled ? IconPlayerPlay : IconPlayerPause,
            onSelect: () => void flip(),
          },
          !isSelf &&
            can('delete-user') && {
              label: 'Delete',
              icon: IconTrash,
              danger: true,
              onSelect: () => setOpen('delete'),
            },
        ]}
      />
      {open === 'edit' && <PersonDialog person={person} isSelf={isSelf} onClose={close} />}
      {open === 'sign-out' && <SignOutDialog person={person} onClose={close} />}
      {open === 'passwords' && <PersonPasswords person={person} onClose={close} />}
      {open === 'delete' && (
        <PlanDialog
          operation="delete-user"
          input={{ id }}
          title={`Delete ${login}`}
          action="Delete"
          doing={`Deleting ${login}`}
          done={`${login} is deleted`}
          danger
          onClose={close}
        />
      )}
    </>
  )
}
