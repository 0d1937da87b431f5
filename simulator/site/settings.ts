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
}

export const settingsAtFirst = (): StoredSettings => ({
  syncSelection: null,
  recentNumber: 5,
  usersNumber: 0,
  abandonedDays: 365,
  abandonedKnown: false,
  ignoredEvents: [],
  ignoredActions: [],
  eventsEnabled: true,
  eventDays: 7,
  actionDays: 30,
  fixed: {},
  passwordPolicy: {},
  siteId: '',
  lastAdmin: '',
})
