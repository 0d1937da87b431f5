import type { Feature } from '../../operation/feature.ts'
import { clearActivationData } from './operations/clear-activation-data.ts'
import { destroySiteSessions } from './operations/destroy-site-sessions.ts'
import { dismissInfoMessage } from './operations/dismiss-info-message.ts'
import { listActivationData } from './operations/list-activation-data.ts'
import { listBackupProviders } from './operations/list-backup-providers.ts'
import { listDismissedMessages } from './operations/list-dismissed-messages.ts'
import { listEmailSettings } from './operations/list-email-settings.ts'
import { noteActivationData } from './operations/note-activation-data.ts'
import { previewEmail } from './operations/preview-email.ts'
import { restoreInfoMessages } from './operations/restore-info-messages.ts'
import { sendTestEmail } from './operations/send-test-email.ts'
import { groupOperations } from './operations/settings-groups.ts'
import { toolOperations } from './operations/tool-jobs.ts'
import { updateBackupProvider } from './operations/update-backup-provider.ts'
import { updateEmailSettings } from './operations/update-email-settings.ts'
import { sealedSecret } from './provider-secret-store.ts'
import { addresses } from './rest.ts'

export const settingsFeature: Feature = {
  name: 'settings',
  operations: [
    ...Object.values(groupOperations).flat(),
    listEmailSettings,
    updateEmailSettings,
    previewEmail,
    sendTestEmail,
    listBackupProviders,
    updateBackupProvider,
    ...toolOperations.flatMap(({ operations }) => operations),
    destroySiteSessions,
    listActivationData,
    noteActivationData,
    clearActivationData,
    listDismissedMessages,
    dismissInfoMessage,
    restoreInfoMessages,
  ],
  addresses,
  sealed: [sealedSecret],
}

export { changeSettings, type Given, planChange } from './change-settings.ts'
export { readInterval, readTimeout, writeInterval, writeTimeout } from './durations.ts'
export { formatTime, sayDate, sayTime } from './format-time.ts'
export type { MailType } from './groups/emails.ts'
export { monitoring, statusCodes } from './groups/monitoring.ts'
export type { MailContent, MailTable } from './mail/mail-content.ts'
export { composeMail, type MailOutcome, recipientsOf, sendMail, type WantedMail } from './mail/send-mail.ts'
export { type MonitoringDefaults, monitoringDefaults } from './monitoring-defaults.ts'
export { rateLimitsFrom, resolverUnder } from './outbound-settings.ts'
export { openSettings, type SettingsCache } from './settings-cache.ts'
export { isRefusedForGood, mailNotSent } from './settings-errors.ts'
export { minutesBetweenSyncs } from './sync-frequency.ts'
export { readTimeZone } from './time-zone.ts'
export { wallClock } from './wall-clock.ts'
