import { route } from '../../operation/address.ts'
import { addNotificationChannel } from './operations/add-notification-channel.ts'
import { addNotificationRule } from './operations/add-notification-rule.ts'
import { addWebhook } from './operations/add-webhook.ts'
import { deleteMailServer } from './operations/delete-mail-server.ts'
import { deleteNotificationChannel } from './operations/delete-notification-channel.ts'
import { deleteNotificationRule } from './operations/delete-notification-rule.ts'
import { deleteWebhook } from './operations/delete-webhook.ts'
import { getMailServer } from './operations/get-mail-server.ts'
import { listChannelMessages } from './operations/list-channel-messages.ts'
import { listEmailSettings } from './operations/list-email-settings.ts'
import { listNotificationChannels } from './operations/list-notification-channels.ts'
import { listNotificationMessages } from './operations/list-notification-messages.ts'
import { listNotificationRules } from './operations/list-notification-rules.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { listWebhooks } from './operations/list-webhooks.ts'
import { previewEmail } from './operations/preview-email.ts'
import { previewNotificationRule } from './operations/preview-notification-rule.ts'
import { sendTestEmail } from './operations/send-test-email.ts'
import { testMailServer } from './operations/test-mail-server.ts'
import { testNotificationChannel } from './operations/test-notification-channel.ts'
import { updateEmailSettings } from './operations/update-email-settings.ts'
import { updateMailServer } from './operations/update-mail-server.ts'
import { updateNotificationChannel } from './operations/update-notification-channel.ts'
import { updateNotificationRule } from './operations/update-notification-rule.ts'
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
  route('GET /notifications/channels', listNotificationChannels, { list: 'channels' }),
  route('POST /notifications/channels', addNotificationChannel, { message: 'Channel added.' }),
  route('PUT|PATCH /notifications/channels/{id}', updateNotificationChannel, { message: 'Channel updated.' }),
  route('DELETE /notifications/channels/{id}', deleteNotificationChannel, { message: 'Channel deleted.' }),
  route('POST /notifications/channels/{id}/test', testNotificationChannel, { message: 'Test message sent.' }),
  route('GET /notifications/channel-messages', listChannelMessages, { list: 'items' }),
  route('GET /notifications/rules', listNotificationRules, { list: 'rules' }),
  route('POST /notifications/rules', addNotificationRule, { message: 'Rule added.' }),
  route('PUT|PATCH /notifications/rules/{id}', updateNotificationRule, { message: 'Rule updated.' }),
  route('DELETE /notifications/rules/{id}', deleteNotificationRule, { message: 'Rule deleted.' }),
  route('POST /notifications/rules/preview', previewNotificationRule),
  route('GET /settings/emails', listEmailSettings, { list: 'emails' }),
  route('PUT|PATCH /settings/emails/{mail_type}/edit', updateEmailSettings, { message: 'E-mail settings updated.' }),
  route('GET /settings/emails/{mail_type}/preview', previewEmail),
  route('POST /settings/emails/{mail_type}/test', sendTestEmail, { message: 'Test e-mail sent.' }),
]
