import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { IconDotsVertical, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { accessTexts } from './access-texts.ts'
import { type ApiKey, KeyDialog } from './key-dialog.tsx'

export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const can = useCan()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, description, active } = apiKey
  const name = sentence(description) || accessTexts.keyId({ id })
  const close = () => setOpen(null)
  const flip = () =>
    runAction(
      'update-key',
      { id, active: !active },
      {
        doing: accessTexts.switchingName({ name }),
        done: active ? accessTexts.keyIsOff({ name }) : accessTexts.keyIsOn({ name }),
      },
    )
  if (!can('update-key')) return null
  return (
    <>
      <Menu
        className="button quiet square small"
        label={accessTexts.roleActions({ name })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: accessTexts.edit, icon: IconPencil, onSelect: () => setOpen('edit') },
          {
            label: active ? accessTexts.switchOff : accessTexts.switchOn,
            icon: active ? IconPlayerPause : IconPlayerPlay,
            onSelect: () => void flip(),
          },
          can('delete-key') && {
            label: uiTexts.delete,
            icon: IconTrash,
            danger: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'edit' && <KeyDialog apiKey={apiKey} onClose={close} />}
      {open === 'delete' && (
        <PlanDialog
          operation="delete-key"
          input={{ id }}
          title={accessTexts.deleteRole({ name })}
          action={uiTexts.delete}
          doing={accessTexts.deletingName({ name })}
          done={accessTexts.nameIsDeletedAnd({ name })}
          danger
          onClose={close}
        />
      )}
    </>
  )
}
