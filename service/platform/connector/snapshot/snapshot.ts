import type { ChangeCursor, LoggedChange, OutsideAction } from './changes.ts'
import type { SecurityState, SiteHealth, SiteInfo } from './condition.ts'
import type { Category, PostSummary, SiteComment } from './content.ts'
import type { SiteUser } from './people.ts'
import type { AbandonedItem, Plugin, Theme } from './software.ts'
import type { SoftwareUpdate, TranslationUpdate } from './updates.ts'

/** What can be asked of a site, by the names under which it comes back. */
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

/** Something a site sent and we could not use as it was; the rest of its answer is good. */
export interface SnapshotProblem {
  part: string
  reason: string
}

/**
 * What a site told about itself: by a sync, within its registration or along with another answer. A part that is
 * undefined was not sent or could not be read (then `problems` says why); it never means that there is nothing.
 */
export interface SiteSnapshot {
  takenAt: Date
  connectorVersion: string | null
  wordpressVersion: string | null
  /** What the site believes its address to be. A claim: nothing is ever sent there because of it. */
  siteUrl: string
  /** The host updates WordPress itself; core updates are not ours to run there. */
  managedByHost: boolean
  info?: SiteInfo
  uniqueId?: string
  admin?: { nicename: string; email: string }
  /** The version on offer; null when there is none. */
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
  changes?: SnapshotChanges
  lastBackupAt?: Date | null
  problems: SnapshotProblem[]
}

export interface SnapshotChanges {
  /** Plugins, themes and WordPress changed by others. */
  actions: OutsideAction[]
  /** Undefined when no rows were asked for. */
  log?: LoggedChange[]
  /** Where to go on next time. */
  next: ChangeCursor
  /** As many rows came as were asked for: there are probably more. */
  more: boolean
}
