import { route } from '../../operation/address.ts'
import { addWebhook } from './operations/add-webhook.ts'
import { deleteMailServer } from './operations/delete-mail-server.ts'
import { deleteWebhook } from './operations/delete-webhook.ts'
import { getMailServer } from './operations/get-mail-server.ts'
import { listEmailSettings } from './operations/list-email-settings.ts'
import { listNotificationMessages } from './operations/list-notification-messages.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { listWebhooks } from './operations/list-webhooks.ts'
import { previewEmail } from './operations/preview-email.ts'
import { sendTestEmail } from './operations/send-test-email.ts'
import { testMailServer } from './operations/test-mail-server.ts'
import { updateEmailSettings } from './operations/update-email-settings.ts'
import { updateMailServer } from './operations/update-mail-server.ts'
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
  route('GET /settings/mail-server', getMailServer),
  route('PUT|PATCH /settings/mail-server', updateMailServer, { message: 'Mail server saved.' }),
  route('DELETE /settings/mail-server', deleteMailServer, { message: 'Mail server deleted.' }),
  route('POST /settings/mail-server/test', testMailServer, { message: 'Test e-mail sent.' }),
  route('GET /settings/emails', listEmailSettings, { list: 'emails' }),
  route('PUT|PATCH /settings/emails/{mail_type}/edit', updateEmailSettings, { message: 'E-mail settings updated.' }),
  route('GET /settings/emails/{mail_type}/preview', previewEmail),
  route('POST /settings/emails/{mail_type}/test', sendTestEmail, { message: 'Test e-mail sent.' }),
]
