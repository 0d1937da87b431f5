import type { Translation } from './model.ts'

/** What calls store on the site and later calls go by. */
export interface StoredSettings {
  /** The last `syncdata`; null when none was ever sent. */
  syncSelection: Readonly<Record<string, unknown>> | null
  recentNumber: number
  usersNumber: number
  /** Days after which software counts as abandoned. */
  abandonedDays: number
  /** The background job that looks for abandoned software has run. */
  abandonedKnown: boolean
  /** What WordPress has forgotten since an update and asks wordpress.org for again when its updates are asked for. */
  forgottenTranslations: readonly Translation['type'][]
  /** Activity log types that are neither recorded nor sent. */
  ignoredEvents: readonly number[]
  ignoredActions: readonly string[]
  eventsEnabled: boolean
  eventDays: number
  actionDays: number
  /** What securityFix was told to fix. */
  fixed: Readonly<Record<string, boolean>>
  passwordPolicy: Readonly<Record<string, unknown>>
  siteId: string
  /** Whose actions the log of outside changes holds. */
  lastAdmin: string
  /** Unix time of the last backup, where a backup plugin tells it. */
  lastBackup: number | null
}

export const settingsAtFirst = (): StoredSettings => ({
  syncSelection: null,
  recentNumber: 5,
  usersNumber: 0,
  abandonedDays: 365,
  abandonedKnown: false,
  forgottenTranslations: [],
  ignoredEvents: [],
  ignoredActions: [],
  eventsEnabled: true,
  eventDays: 7,
  actionDays: 30,
  fixed: {},
  passwordPolicy: {},
  siteId: '',
  lastAdmin: '',
  lastBackup: null,
})
