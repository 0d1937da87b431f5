import { route } from '../../operation/address.ts'
import { addWebhook } from './operations/add-webhook.ts'
import { deleteWebhook } from './operations/delete-webhook.ts'
import { listNotificationMessages } from './operations/list-notification-messages.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { listWebhooks } from './operations/list-webhooks.ts'
import { updateWebhook } from './operations/update-webhook.ts'

export const addresses = [
  route('GET /notifications', listNotifications, { list: 'items' }),
  route('GET /notifications/messages', listNotificationMessages, { list: 'items' }),
  route('GET /notifications/webhooks', listWebhooks, { list: 'webhooks' }),
  route('POST /notifications/webhooks', addWebhook, {
    message: 'Webhook added. Keep the secret: it is not shown again.',
  }),
  route('PUT|PATCH /notifications/webhooks/{id}', updateWebhook, { message: 'Webhook updated.' }),
  route('DELETE /notifications/webhooks/{id}', deleteWebhook, { message: 'Webhook deleted.' }),
]
