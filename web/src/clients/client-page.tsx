import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { dayText } from '../ui/format/day.ts'
import {
  IconDotsVertical,
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconReportAnalytics,
  IconTrash,
} from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { type ClientChange, ClientChangeDialog } from './client-change-dialog.tsx'
import { ClientContact, ClientContacts, ClientNotes } from './client-contact.tsx'
import { ClientCosts } from './client-costs.tsx'
import { clientDataTexts } from './client-data-texts.ts'
import { ClientReports } from './client-reports.tsx'
import { ClientSites } from './client-sites.tsx'
import { ClientTime } from './client-time.tsx'
import { clientsTexts } from './clients-texts.ts'

const ExportClientDialog = lazy(async () => ({
  default: (await import('./client-data-dialog.tsx')).ExportClientDialog,
}))
const EraseClientDialog = lazy(async () => ({
  default: (await import('./client-data-dialog.tsx')).EraseClientDialog,
}))
const ClientDialog = lazy(async () => ({ default: (await import('./client-dialog.tsx')).ClientDialog }))

export default function ClientPage() {
  const { clientId } = useParams({ from: '/clients/$clientId' })
  const { data: client, error, refetch } = useOperation('get-client', { client_id_or_email: Number(clientId) })
  const [change, setChange] = useState<ClientChange | 'edit' | 'export' | 'erase' | null>(null)
  const can = useCan()
  const navigate = useNavigate()
  if (error && !client) return <ErrorState error={error} retry={() => void refetch()} />
  if (!client) return <Loading lines={10} />
  const { id, name, status } = client
  const close = () => setChange(null)
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <LinkButton to="/reports" search={{ client: String(id) }} icon={IconReportAnalytics}>
              {clientsTexts.report}
            </LinkButton>
            {can('update-client') && (
              <Button icon={IconPencil} onClick={() => setChange('edit')}>
                {clientsTexts.edit}
              </Button>
            )}
            {status === 'active' && can('suspend-client') && (
              <Button icon={IconPlayerPause} onClick={() => setChange('suspend')}>
                {clientsTexts.suspend}
              </Button>
            )}
            {status === 'suspended' && can('unsuspend-client') && (
              <Button icon={IconPlayerPlay} tone="primary" onClick={() => setChange('unsuspend')}>
                {clientsTexts.endTheSuspension}
              </Button>
            )}
            {can('delete-client') && (
              <Button icon={IconTrash} tone="danger" onClick={() => setChange('delete')}>
                {clientsTexts.delete}
              </Button>
            )}
            {can('export-client-data') && (
              <Menu
                className="button square"
                label={clientDataTexts.more({ name })}
                trigger={<IconDotsVertical size={18} aria-hidden />}
                entries={[
                  {
                    label: clientDataTexts.exportEntry,
                    icon: IconDownload,
                    onSelect: () => setChange('export'),
                  },
                  {
                    label: clientDataTexts.eraseEntry,
                    icon: IconTrash,
                    danger: true,
                    onSelect: () => setChange('erase'),
                  },
                ]}
              />
            )}
          </>
        }
      >
        <span className="line">
          <StatusBadge status={status} />
          <span>{clientsTexts.clientSinceDaytext({ dayText: dayText(client.created_at.slice(0, 10)) })}</span>
        </span>
      </PageHeader>
      {status === 'suspended' && <Notice tone="warn">{clientsTexts.nameIsSuspendedAnd({ name })}</Notice>}
      <div className="grid-2">
        <ClientContact client={client} />
        <ClientNotes client={client} />
      </div>
      <ClientContacts client={client} />
      <ClientSites clientId={id} clientName={name} />
      <div className="grid-2">
        <ClientCosts clientId={id} />
        <ClientTime clientId={id} />
      </div>
      <ClientReports client={client} />
      {change === 'edit' && (
        <Suspense fallback={null}>
          <ClientDialog clientId={id} onClose={close} />
        </Suspense>
      )}
      {change === 'export' && (
        <Suspense fallback={null}>
          <ExportClientDialog client={client} onClose={close} />
        </Suspense>
      )}
      {change === 'erase' && (
        <Suspense fallback={null}>
          <EraseClientDialog client={client} onClose={close} onErased={() => void navigate({ to: '/jobs' })} />
        </Suspense>
      )}
      {change !== null && change !== 'edit' && change !== 'export' && change !== 'erase' && (
        <ClientChangeDialog
          change={change}
          client={client}
          onClose={close}
          onDeleted={() => void navigate({ to: '/clients' })}
        />
      )}
    </>
  )
}
