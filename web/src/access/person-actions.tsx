import { lazy, Suspense, useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
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
import { uiTexts } from '../ui/ui-texts.ts'
import { accessTexts } from './access-texts.ts'
import type { Person } from './person.ts'

const PersonDialog = lazy(async () => ({ default: (await import('./person-dialog.tsx')).PersonDialog }))
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }))
const PersonPasswords = lazy(async () => ({ default: (await import('./application-passwords.tsx')).PersonPasswords }))
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

/** Users can only edit their own profile here, so that they cannot lock themselves out. */
export function PersonActions({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const can = useCan()
  const [open, setOpen] = useState<'edit' | 'disable' | 'delete' | 'sign-out' | 'passwords' | null>(null)
  const { id, login, disabled } = person
  const close = () => setOpen(null)
  const enable = () =>
    runAction(
      'update-user',
      { id, disabled: false },
      { doing: accessTexts.changingLogin({ login }), done: accessTexts.loginIsActiveAgain({ login }) },
    )
  if (!can('update-user')) return null
  return (
    <>
      <Menu
        className="button quiet square small"
        label={accessTexts.moreForLogin({ login })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: accessTexts.edit, icon: IconPencil, onSelect: () => setOpen('edit') },
          !isSelf && { label: accessTexts.signOutEverywhere, icon: IconLogout, onSelect: () => setOpen('sign-out') },
          { label: accessTexts.applicationPasswords, icon: IconKey, onSelect: () => setOpen('passwords') },
          !isSelf && {
            label: disabled ? accessTexts.letInAgain : accessTexts.disable,
            icon: disabled ? IconPlayerPlay : IconPlayerPause,
            onSelect: () => (disabled ? void enable() : setOpen('disable')),
          },
          !isSelf &&
            can('delete-user') && {
              label: uiTexts.delete,
              icon: IconTrash,
              danger: true,
              onSelect: () => setOpen('delete'),
            },
        ]}
      />
      <Suspense>
        {open === 'edit' && <PersonDialog person={person} isSelf={isSelf} onClose={close} />}
        {open === 'sign-out' && <SignOutDialog person={person} onClose={close} />}
        {open === 'passwords' && <PersonPasswords person={person} onClose={close} />}
        {(open === 'delete' || open === 'disable') && (
          <LeaveDialog person={person} deletes={open === 'delete'} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
