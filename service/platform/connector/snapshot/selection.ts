import type { FormFields } from '../wire/form.ts'
import type { ChangeCursor } from './changes.ts'
import type { SnapshotPart } from './snapshot.ts'

/** The site's names of the parts; those that we do not use are never selected. */
const keys: Record<string, readonly SnapshotPart[]> = {
  wp_updates: ['coreUpdate'],
  plugin_updates: ['pluginUpdates'],
  theme_updates: ['themeUpdates'],
  translation_updates: ['translationUpdates'],
  plugins: ['plugins'],
  themes: ['themes'],
  users: ['users'],
  // Either of the two returns both.
  recent_posts: ['recentPosts', 'recentPages'],
  recent_pages: ['recentPosts', 'recentPages'],
  recent_comments: ['recentComments'],
  securityStats: ['security'],
  health_site_status: ['health'],
  categories: ['categories'],
  dbsize: ['databaseBytes'],
  last_post_gmt: ['lastPostAt'],
  child_site_actions_data: ['changes'],
  primaryLasttimeBackup: ['lastBackupAt'],
  directories: [],
  totalsize: [],
  othersData: [],
  password_policy_options: [],
}

/**
 * Every key is listed, because the site stores the selection, treats absent keys as selected and reuses it later.
 * The check for abandoned software is always on: a sync without it cancels the site's own background check.
 */
export function syncData(parts: readonly SnapshotPart[]): string {
  const selected = new Set(parts)
  const selection: Record<string, 0 | 1> = { plugins_outdate_info: 1, themes_outdate_info: 1 }
  for (const [key, partsOfKey] of Object.entries(keys))
    selection[key] = partsOfKey.some((part) => selected.has(part)) ? 1 : 0
  return JSON.stringify(selection)
}

export interface SyncRequest {
  parts: readonly SnapshotPart[]
  /** For `changes`: the cursor, and the maximum rows of the log. */
  cursor: ChangeCursor
  logRows: number
  abandonedAfterDays: number
  recentNumber?: number | undefined
}

/** The fields of a sync. `server` is omitted on purpose: it would overwrite the site's owner. */
export function syncFields({ parts, cursor, logRows, abandonedAfterDays, recentNumber }: SyncRequest): FormFields {
  const changes = parts.includes('changes')
  return {
    syncdata: syncData(parts),
    optimize: parts.includes('users') ? 1 : 0,
    numberdaysOutdatePluginTheme: abandonedAfterDays,
    recent_number: recentNumber,
    child_actions_last_created: changes ? (cursor.actionsAfter ?? 0) : undefined,
    params_logs: changes ? { events_count: logRows, newer_than: cursor.logAfter ?? undefined } : undefined,
  }
}
