import { line, webAddress } from '../reading/text.ts'
import { fromUnix } from '../reading/times.ts'
import { count, readBoolean, sizeOf, type WireMap } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'
import { type ChangeCursor, nextCursor, readActions, readLog, readNetwork, startCursor } from './changes.ts'
import { readCategories, readComments, readPosts } from './content.ts'
import { PartReader } from './part-reader.ts'
import { readUsers } from './people.ts'
import { readHealth, readSecurity, readSiteInfo } from './site-state.ts'
import type { SiteSnapshot, SnapshotChanges } from './snapshot.ts'
import { readAbandoned, readPlugins, readThemes } from './software.ts'
import { readPluginUpdates, readThemeUpdates, readTranslationUpdates } from './updates.ts'

export interface ReadContext {
  now: Date
  /** The requested part of the change streams. */
  cursor?: ChangeCursor
  logRows?: number
}

/** Parses a sync: the answer of `stats`, the flat answer of a registration, or one embedded in another answer. */
export function readSnapshot(raw: WireMap, { now, cursor, logRows }: ReadContext): SiteSnapshot {
  const reader = new PartReader(now)
  const host = line(raw.wphost, 40)
  const siteUrl = webAddress(raw.siteurl)
  const parts = {
    info: reader.map('info', raw.site_info, readSiteInfo),
    uniqueId: typeof raw.uniqueId === 'string' ? line(raw.uniqueId, 100) : undefined,
    admin: readAdmin(raw),
    coreUpdate: raw.wp_updates === undefined ? undefined : shownVersion(raw.wp_updates),
    pluginUpdates: readPluginUpdates(reader, raw.plugin_updates, raw.premium_updates),
    themeUpdates: readThemeUpdates(reader, raw.theme_updates, raw.premium_updates),
    translationUpdates: readTranslationUpdates(reader, raw.translation_updates),
    plugins: readPlugins(reader, raw.plugins),
    themes: readThemes(reader, raw.themes),
    users: readUsers(reader, raw.users),
    recentPosts: readPosts(reader, 'recentPosts', raw.recent_posts),
    recentPages: readPosts(reader, 'recentPages', raw.recent_pages),
    recentComments: readComments(reader, 'recentComments', raw.recent_comments),
    security: reader.map('security', raw.securityStats, readSecurity),
    health: reader.map('health', raw.health_site_status, readHealth),
    categories: readCategories(reader, raw.categories_list),
    databaseBytes: raw.dbsize === undefined ? undefined : count(raw.dbsize),
    lastPostAt: raw.last_post_gmt === undefined ? undefined : fromUnix(raw.last_post_gmt, now),
    abandonedPlugins: readAbandoned(reader, 'abandonedPlugins', raw.plugins_outdate_info),
    abandonedThemes: readAbandoned(reader, 'abandonedThemes', raw.themes_outdate_info),
    network: readNetwork(raw.changes_logs_data, siteUrl),
    changes: readChanges(reader, raw, cursor ?? startCursor, logRows ?? Number.POSITIVE_INFINITY),
    lastBackupAt: raw.primaryLasttimeBackup === undefined ? undefined : fromUnix(raw.primaryLasttimeBackup, now),
  }
  return {
    takenAt: now,
    connectorVersion: shownVersion(raw.version),
    wordpressVersion: shownVersion(raw.wpversion),
    siteUrl,
    managedByHost: readBoolean(raw.wpe) || host !== '',
    ...withoutUndefined(parts),
    problems: reader.problems,
  }
}

function readAdmin(raw: WireMap): SiteSnapshot['admin'] {
  if (typeof raw.admin_nicename !== 'string') return undefined
  return { nicename: line(raw.admin_nicename, 100), email: line(raw.admin_useremail, 200) }
}

function readChanges(
  reader: PartReader,
  raw: WireMap,
  cursor: ChangeCursor,
  logRows: number,
): SnapshotChanges | undefined {
  const actions = readActions(reader, raw.child_site_actions_data)
  if (!actions) return undefined
  const log = readLog(reader, raw.changes_logs_data, logRows)
  const sent = sizeOf(raw.changes_logs_data)
  return {
    actions,
    ...(log && { log }),
    next: nextCursor(cursor, reader.now, raw.child_site_actions_data, raw.changes_logs_data),
    more: sent > 0 && sent >= logRows,
  }
}

type Defined<Parts> = { [Name in keyof Parts]?: Exclude<Parts[Name], undefined> }

function withoutUndefined<Parts extends object>(parts: Parts): Defined<Parts> {
  // Object.fromEntries forgets the names of the fields.
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Defined<Parts>
}
