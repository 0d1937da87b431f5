import { useParams } from '@tanstack/react-router'
import { useCan } from '../api/session.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconMail } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { EventsView } from './events-view.tsx'
import { MessagesView } from './messages-view.tsx'
import { WebhooksView } from './webhooks-view.tsx'

const tabs = { events: 'What happened', messages: 'Messages', webhooks: 'Webhooks' } as const

export default function NotificationsPage() {
  const { tab } = useParams({ strict: false }) as { tab?: string }
  const can = useCan()
  const current = can('list-webhooks') && (tab === 'messages' || tab === 'webhooks') ? tab : 'events'
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={
          can('list-email-settings') && (
            <LinkButton to="/settings/$group" params={{ group: 'emails' }} icon={IconMail}>
              Who gets e-mails
            </LinkButton>
          )
        }
      >
        Sites that went down or came back, and certificates in trouble: by e-mail and to programs.
      </PageHeader>
      {can('list-webhooks') && (
        <Tabs
          label="Notifications"
          tabs={Object.entries(tabs).map(([name, label]) => ({
            label,
            link: name === 'events' ? { to: '/notifications' } : { to: '/notifications/$tab', params: { tab: name } },
            current: name === current,
          }))}
        />
      )}
      {current === 'events' ? <EventsView /> : current === 'messages' ? <MessagesView /> : <WebhooksView />}
    </>
  )
}
