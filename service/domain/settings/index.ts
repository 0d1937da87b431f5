import type { Feature } from '../../operation/feature.ts'
import { clearActivationData } from './operations/clear-activation-data.ts'
import { destroySiteSessions } from './operations/destroy-site-sessions.ts'
import { dismissInfoMessage } from './operations/dismiss-info-message.ts'
import { listActivationData } from './operations/list-activation-data.ts'
import { listDismissedMessages } from './operations/list-dismissed-messages.ts'
import { noteActivationData } from './operations/note-activation-data.ts'
import { restoreInfoMessages } from './operations/restore-info-messages.ts'
import { groupOperations } from './operations/settings-groups.ts'
import { toolOperations } from './operations/tool-jobs.ts'
import { addresses } from './rest.ts'

export const settingsFeature: Feature = {
  name: 'settings',
  tables: ['settings', 'dismissed_messages', 'activation_notes'],
  operations: [
    ...Object.values(groupOperations).flat(),
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
}

export {
  changeSettings,
  changeSettingsIn,
  isSettingStored,
  planChange,
  readSettings,
  type SettingsInput,
} from './change-settings.ts'
export {
  formatDate,
  formatTimeOfDay,
  type MonitoringDefaults,
  minutesBetweenSyncs,
  monitoringDefaults,
  rateLimitsFrom,
  resolverFrom,
} from './derived-settings.ts'
export { readInterval, readMilliseconds } from './durations.ts'
export { costTracker } from './groups/cost-tracker.ts'
export { emails, type MailType, mailTypes } from './groups/emails.ts'
export { general } from './groups/general.ts'
export { monitoring, statusCodes } from './groups/monitoring.ts'
export { applyNewInstallationSettings } from './new-installation.ts'
export { type AnySettings, describeSetting, type Setting, type SettingsGroup } from './setting.ts'
export { plain, singleLine, validText } from './setting-types.ts'
export { openSettings, type SettingsCache } from './settings-cache.ts'
