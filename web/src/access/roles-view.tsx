import { lazy, Suspense, useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconDotsVertical, IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { accessTexts } from './access-texts.ts'
import { describePermissions } from './permission-labels.ts'
import type { CustomRole } from './role-dialog.tsx'
import { roleOptions } from './role-labels.ts'

const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.tsx')).RoleDialog }))

export function RolesView() {
  const can = useCan()
  const { data } = useList('list-roles', {})
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; role: CustomRole | null } | null>(null)
  const custom = data?.rows.filter(({ role }) => role === 'custom') ?? []
  const withSettings = custom.filter(({ permissions }) => permissions.includes('settings.manage'))
  const close = () => setOpen(null)
  return (
    <>
      <div className="grid-3">
        {roleOptions.map(({ value, label, may, not }) => (
          <Card key={value} title={label}>
            <div className="stack-tight">
              <p>{may}</p>
              {not !== '' && <p className="soft">{accessTexts.notNot({ not })}</p>}
            </div>
          </Card>
        ))}
      </div>
      <Card
        title={accessTexts.customRoles}
        actions={
          can('add-role') && (
            <Button icon={IconPlus} onClick={() => setOpen({ dialog: 'edit', role: null })}>
              {accessTexts.addRole}
            </Button>
          )
        }
      >
        {data && custom.length === 0 && <p className="soft">{accessTexts.noCustomRolesHint}</p>}
        <ul className="bare stack-tight">
          {custom.map((role) => (
            <li key={role.id} className="line">
              <div>
                <span className="row-name">{role.name}</span>
                <div className="soft small">
                  {accessTexts.usersWithRole({ count: role.users })} · {describePermissions(role.permissions)}
                </div>
              </div>
              {can('update-role') && (
                <Menu
                  className="button quiet square small"
                  label={accessTexts.roleActions({ name: role.name })}
                  trigger={<IconDotsVertical size={17} aria-hidden />}
                  entries={[
                    { label: accessTexts.edit, icon: IconPencil, onSelect: () => setOpen({ dialog: 'edit', role }) },
                    {
                      label: accessTexts.delete,
                      icon: IconTrash,
                      danger: true,
                      onSelect: () => setOpen({ dialog: 'delete', role }),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
      {withSettings.length > 0 && (
        <Notice>{accessTexts.rolesWithSettings({ names: withSettings.map(({ name }) => name).join(', ') })}</Notice>
      )}
      <Notice>{accessTexts.rolesNote}</Notice>
      {open?.dialog === 'edit' && (
        <Suspense>
          <RoleDialog role={open.role} onClose={close} />
        </Suspense>
      )}
      {open?.dialog === 'delete' && open.role?.id && (
        <PlanDialog
          operation="delete-role"
          input={{ id: open.role.id }}
          title={accessTexts.deleteRole({ name: open.role.name })}
          action={accessTexts.delete}
          doing={accessTexts.deleteRole({ name: open.role.name })}
          done={accessTexts.nameIsDeleted({ name: open.role.name })}
          danger
          onClose={close}
        />
      )}
    </>
  )
}
