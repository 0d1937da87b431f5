import type { Feature } from '../../operation/feature.ts'
import { channelTargetColumn } from './channels/channel-store.ts'
import { mailPasswordColumn } from './mail/mail-server-store.ts'
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
import { sendAccessProtectionMail } from './operations/send-access-protection-mail.ts'
import { sendTestEmail } from './operations/send-test-email.ts'
import { testMailServer } from './operations/test-mail-server.ts'
import { testNotificationChannel } from './operations/test-notification-channel.ts'
import { updateEmailSettings } from './operations/update-email-settings.ts'
import { updateMailServer } from './operations/update-mail-server.ts'
import { updateNotificationChannel } from './operations/update-notification-channel.ts'
import { updateNotificationRule } from './operations/update-notification-rule.ts'
import { updateWebhook } from './operations/update-webhook.ts'
import { addresses } from './rest.ts'
import { webhookSecretColumn } from './webhook-store.ts'

export const notificationsFeature: Feature = {
  name: 'notifications',
  tables: [
    'notification_webhooks',
    'daily_digests',
    'mail_server',
    'notification_channels',
    'notification_rules',
    'rule_matches',
    'channel_messages',
    'notification_cursor',
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
    getMailServer,
    updateMailServer,
    deleteMailServer,
    testMailServer,
    sendAccessProtectionMail,
    listNotificationChannels,
    addNotificationChannel,
    updateNotificationChannel,
    deleteNotificationChannel,
    testNotificationChannel,
    listChannelMessages,
    listNotificationRules,
    addNotificationRule,
    updateNotificationRule,
    deleteNotificationRule,
    previewNotificationRule,
  ],
  addresses,
  retention: [
    { table: 'rule_matches', keepDays: 90, column: 'created_at' },
    { table: 'channel_messages', keepDays: 90, column: 'created_at' },
    { table: 'daily_digests', keepDays: 400, column: 'day' },
  ],
  sealed: [webhookSecretColumn, mailPasswordColumn, channelTargetColumn],
}

export { countChannelsOf, hasOwnChannel, moveChannels } from './channels/channel-store.ts'
export { findMailBranding } from './mail/branding-store.ts'
export { mailAdministrators } from './mail/mail-administrators.ts'
export { isPermanentMailFailure, isUnknownMailOutcome, mailError, mailNotConfigured } from './mail/mail-errors.ts'
export { openMailer } from './mail/open-mailer.ts'
export { listAdministratorAddresses } from './mail/recipient-store.ts'
export { type MailBranding, type MailContent, type MailTable, renderMail } from './mail/render-mail.ts'
export type { NotificationKind } from './notification.ts'
export { type NotificationWork, startNotificationWork } from './notification-work.ts'
export { findUnsentPosition } from './rules/match-store.ts'
export { digestOutcomes, sendDigest } from './send-digest.ts'
export { requireCallableUrl, requireWebhook } from './webhook.ts'
export { deleteWebhookRow as removeFormerWebhook } from './webhook-store.ts'
