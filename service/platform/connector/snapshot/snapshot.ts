import type { ChangeCursor, LoggedChange, OutsideAction, SiteNetwork } from './changes.ts'
import type { Category, PostSummary, SiteComment } from './content.ts'
import type { SnapshotProblem } from './part-reader.ts'
import type { SiteUser } from './people.ts'
import type { SecurityState, SiteHealth, SiteInfo } from './site-state.ts'
import type { AbandonedItem, Plugin, Theme } from './software.ts'
import type { SoftwareUpdate, TranslationUpdate } from './updates.ts'

export type { SnapshotProblem }

/** The parts of a snapshot by name. */
export const snapshotParts = [
  'coreUpdate',
  'pluginUpdates',
  'themeUpdates',
  'translationUpdates',
  'plugins',
  'themes',
  'users',
  'recentPosts',
  'recentPages',
  'recentComments',
  'security',
  'health',
  'categories',
  'databaseBytes',
  'lastPostAt',
  'abandonedPlugins',
  'abandonedThemes',
  'changes',
  'lastBackupAt',
] as const

export type SnapshotPart = (typeof snapshotParts)[number]

/**
 * A site's report about itself: from a sync, a registration or along with another answer. A part that is
 * undefined was not sent or could not be read (then `problems` has the reason); it never means that it is empty.
 */
export interface SiteSnapshot {
  takenAt: Date
  connectorVersion: string | null
  wordpressVersion: string | null
  /** The address that the site reports for itself. A claim: nothing is ever sent there because of it. */
  siteUrl: string
  /** The host updates WordPress itself; we must not run core updates there. */
  managedByHost: boolean
  info?: SiteInfo
  uniqueId?: string
  admin?: { nicename: string; email: string }
  /** The available version; null if there is none. */
  coreUpdate?: string | null
  pluginUpdates?: SoftwareUpdate[]
  themeUpdates?: SoftwareUpdate[]
  translationUpdates?: TranslationUpdate[]
  plugins?: Plugin[]
  themes?: Theme[]
  users?: SiteUser[]
  recentPosts?: PostSummary[]
  recentPages?: PostSummary[]
  recentComments?: SiteComment[]
  security?: SecurityState
  health?: SiteHealth
  categories?: Category[]
  databaseBytes?: number | null
  lastPostAt?: Date | null
  abandonedPlugins?: AbandonedItem[]
  abandonedThemes?: AbandonedItem[]
  /** Null: the site is no part of a WordPress network. */
  network?: SiteNetwork | null
  changes?: SnapshotChanges
  lastBackupAt?: Date | null
  problems: SnapshotProblem[]
}

export interface SnapshotChanges {
  /** Plugins, themes and WordPress changed by others. */
  actions: OutsideAction[]
  /** Undefined if no rows were requested. */
  log?: LoggedChange[]
  /** The cursor for the next reading. */
  next: ChangeCursor
  /** The maximum number of rows was returned: there are probably more. */
  more: boolean
}
