import { useState } from 'react'
import { useCan } from '../api/session.tsx'
import {
  IconDotsVertical,
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconReportAnalytics,
  IconTrash,
} from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { type ClientChange, ClientChangeDialog } from './client-change-dialog.tsx'
import type { ClientRow } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { clientsTexts } from './clients-texts.ts'

export function ClientRowActions({ client }: { client: ClientRow }) {
  const can = useCan()
  const [change, setChange] = useState<ClientChange | 'edit' | null>(null)
  const close = () => setChange(null)
  const { id, name, status } = client
  return (
    <>
      <Menu
        className="button quiet square small"
        label={clientsTexts.moreForName({ name })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          {
            label: clientsTexts.details,
            icon: IconEye,
            link: { to: '/clients/$clientId', params: { clientId: String(id) } },
          },
          can('get-client-report') && {
            label: clientsTexts.report,
            icon: IconReportAnalytics,
            link: { to: '/reports', search: { client: String(id) } },
          },
          can('update-client') && { label: clientsTexts.edit, icon: IconPencil, onSelect: () => setChange('edit') },
          can('suspend-client') &&
            status === 'active' && {
              label: clientsTexts.suspend,
              icon: IconPlayerPause,
              onSelect: () => setChange('suspend'),
            },
          can('unsuspend-client') &&
            status === 'suspended' && {
              label: clientsTexts.endTheSuspension,
              icon: IconPlayerPlay,
              onSelect: () => setChange('unsuspend'),
            },
          can('delete-client') && {
            label: uiTexts.delete,
            icon: IconTrash,
            danger: true,
            onSelect: () => setChange('delete'),
          },
        ]}
      />
      {change === 'edit' && <ClientDialog clientId={id} onClose={close} />}
      {change !== null && change !== 'edit' && <ClientChangeDialog change={change} client={client} onClose={close} />}
    </>
  )
}
