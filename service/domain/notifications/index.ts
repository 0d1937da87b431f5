import type { Feature } from '../../operation/feature.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { deleteMessagesWithoutEvents } from './event-store.ts'
import { addWebhook } from './operations/add-webhook.ts'
import { deleteWebhook } from './operations/delete-webhook.ts'
import { listEmailSettings } from './operations/list-email-settings.ts'
import { listNotificationMessages } from './operations/list-notification-messages.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { listWebhooks } from './operations/list-webhooks.ts'
import { previewEmail } from './operations/preview-email.ts'
import { sendTestEmail } from './operations/send-test-email.ts'
import { updateEmailSettings } from './operations/update-email-settings.ts'
import { updateWebhook } from './operations/update-webhook.ts'
import { addresses } from './rest.ts'
import { webhookSecretColumn } from './webhook-store.ts'

export const notificationsFeature: Feature = {
  name: 'notifications',
  tables: [
    'notification_events',
    'notification_addressees',
    'notification_messages',
    'notification_webhooks',
    'daily_digests',
  ],
  operations: [
    listNotifications,
    listNotificationMessages,
    listWebhooks,
    addWebhook,
    updateWebhook,
    deleteWebhook,
    listEmailSettings,
    updateEmailSettings,
    previewEmail,
    sendTestEmail,
  ],
  addresses,
  retention: [
    {
      table: 'notification_events',
      cascadesTo: ['notification_addressees'],
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      column: 'happened_at',
    },
    {
      table: 'notification_messages',
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      delete: deleteMessagesWithoutEvents,
    },
  ],
  sealed: [webhookSecretColumn],
}

export { type Announcement, announce } from './announce.ts'
export { isPermanentMailFailure, mailError, mailNotConfigured } from './mail/mail-errors.ts'
export { listAdministratorAddresses } from './mail/recipient-store.ts'
export { type MailContent, type MailTable, renderMail } from './mail/render-mail.ts'
export { type NotificationWork, startNotificationWork } from './notification-work.ts'
export { digestOutcomes, sendDigest } from './send-digest.ts'
export { requireCallableUrl } from './webhook.ts'
