import { useState } from 'react'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconDotsVertical, IconEye, IconEyeOff, IconHistory } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import type { Item } from './item-columns.tsx'
import { addressOfItem, runOfItems } from './item-run.ts'
import { IgnoreDialog } from './open-ignore-dialog.tsx'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'
import { updatesTexts } from './updates-texts.ts'

export function ItemRowActions({ item }: { item: Item }) {
  const can = useCan()
  const [dialog, setDialog] = useState<'update' | 'ignore' | null>(null)
  const close = () => setDialog(null)
  const { type, slug, name, new_version } = item
  return (
    <span className="line" style={{ flexWrap: 'nowrap', gap: '0.25rem', justifyContent: 'flex-end' }}>
      {can('run-updates') && (
        <Button
          small
          onClick={() => setDialog('update')}
          aria-label={updatesTexts.updateNameTo({ name, version: new_version })}
        >
          {updatesTexts.update}
        </Button>
      )}
      <Menu
        className="button quiet square small"
        label={updatesTexts.moreForItem({ name, version: new_version })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: updatesTexts.sitesOfItem, icon: IconEye, link: addressOfItem(item) },
          {
            label: updatesTexts.itsHistory,
            icon: IconHistory,
            link: { to: '/updates', search: { view: 'history', slug } },
          },
          can('ignore-updates-everywhere') && {
            label: updatesTexts.ignoreMore,
            icon: IconEyeOff,
            onSelect: () => setDialog('ignore'),
          },
        ]}
      />
      {dialog === 'update' && (
        <UpdatePlanDialog
          title={updatesTexts.updateName({ name })}
          run={runOfItems([{ type, slug }])}
          onClose={close}
        />
      )}
      {dialog === 'ignore' && <IgnoreDialog items={[{ type, slug, name, version: new_version }]} onClose={close} />}
    </span>
  )
}
