import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCan } from '../api/session.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconMail } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { EventsView } from './events-view.tsx'
import { MessagesView } from './messages-view.tsx'
import { notificationsTexts } from './notifications-texts.ts'
import { WebhooksView } from './webhooks-view.tsx'

const ChannelsView = lazy(async () => ({ default: (await import('./channels/channels-view.tsx')).ChannelsView }))

const tabs = {
  events: notificationsTexts.whatHappened,
  channels: notificationsTexts.channels,
  messages: notificationsTexts.messages,
  webhooks: notificationsTexts.webhooks,
} as const

export default function NotificationsPage() {
  const { tab } = useParams({ strict: false }) as { tab?: string }
  const can = useCan()
  const isAllowed = tab === 'channels' ? can('list-notification-channels') : can('list-webhooks')
  const current = tab !== undefined && tab in tabs && isAllowed ? (tab as keyof typeof tabs) : 'events'
  return (
    <>
      <PageHeader
        title={notificationsTexts.notifications}
        guide="uptime"
        actions={
          can('list-email-settings') && (
            <LinkButton to="/settings/$group" params={{ group: 'emails' }} icon={IconMail}>
              {notificationsTexts.whoGetsEMails}
            </LinkButton>
          )
        }
      >
        {notificationsTexts.sitesThatWentDown}
      </PageHeader>
      {can('list-webhooks') && (
        <Tabs
          label={notificationsTexts.notifications}
          tabs={Object.entries(tabs)
            .filter(([name]) => name !== 'channels' || can('list-notification-channels'))
            .map(([name, label]) => ({
              label,
              link: name === 'events' ? { to: '/notifications' } : { to: '/notifications/$tab', params: { tab: name } },
              current: name === current,
            }))}
        />
      )}
      {current === 'events' && <EventsView />}
      {current === 'channels' && (
        <Suspense fallback={<Loading lines={5} />}>
          <ChannelsView />
        </Suspense>
      )}
      {current === 'messages' && <MessagesView />}
      {current === 'webhooks' && <WebhooksView />}
    </>
  )
}
