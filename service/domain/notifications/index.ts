import type { Feature } from '../../operation/feature.ts'
import { addWebhook } from './operations/add-webhook.ts'
import { deleteWebhook } from './operations/delete-webhook.ts'
import { forgetOldNotifications } from './operations/forget-old-notifications.ts'
import { listNotificationMessages } from './operations/list-notification-messages.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { listWebhooks } from './operations/list-webhooks.ts'
import { updateWebhook } from './operations/update-webhook.ts'
import { addresses } from './rest.ts'
import { webhookSecretPlace } from './webhook-store.ts'

export const notificationsFeature: Feature = {
  name: 'notifications',
  operations: [
    listNotifications,
    listNotificationMessages,
    listWebhooks,
    addWebhook,
    updateWebhook,
    deleteWebhook,
    forgetOldNotifications,
  ],
  addresses,
  schedule: [{ operation: forgetOldNotifications, cron: '47 4 * * *' }],
  sealed: [webhookSecretPlace],
}

export { type Announcement, announce } from './announce.ts'
export { type NotificationWork, startNotificationWork } from './notification-work.ts'
