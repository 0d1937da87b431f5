import type { Translation } from './model.ts'

/** Settings stored by calls and used by later calls. */
export interface StoredSettings {
  /** The last `syncdata`; null if none was sent. */
  syncSelection: Readonly<Record<string, unknown>> | null
  recentNumber: number
  usersNumber: number
  /** Days after which software counts as abandoned. */
  abandonedDays: number
  /** The background job that finds abandoned software has run. */
  abandonedKnown: boolean
  /** Translations unknown since an update, until WordPress requests its updates again. */
  forgottenTranslations: readonly Translation['type'][]
  /** Activity log types that are neither recorded nor sent. */
  ignoredEvents: readonly number[]
  ignoredActions: readonly string[]
  eventsEnabled: boolean
  eventDays: number
  actionDays: number
  /** Checks fixed by securityFix. */
  fixed: Readonly<Record<string, boolean>>
  passwordPolicy: Readonly<Record<string, unknown>>
  siteId: string
  /** The administrator whose connection the log of outside changes belongs to. */
  lastAdmin: string
  /** Unix time of the last backup, if a backup plugin reports it. */
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
