import { text } from '../php/form.ts'
import { isEmpty } from '../php/values.ts'
import type { Plugin, Post } from '../site/model.ts'
import { abandonedPlugins, abandonedThemes } from './abandoned.ts'
import type { Call } from './call.ts'
import { actionsData, eventsData, storeLogSettings } from './change-log.ts'
import { recentComments } from './comment-items.ts'
import { directories } from './directories.ts'
import { recentPosts } from './post-items.ts'
import { securityStats } from './security-stats.ts'
import { readSelection } from './selection.ts'
import { cacheControl, databaseSize, health, logSize, passwordPolicy, siteInfo, siteToken } from './site-info.ts'
import { pluginItems, themeItems } from './software-items.ts'
import { pluginOffers, premiumOffers, themeOffers, translationOffers } from './update-offers.ts'
import { userItems } from './user-items.ts'

const recentStatuses = ['publish', 'draft', 'pending', 'trash', 'future']

/**
 * The snapshot of a site: the reply to `stats`, and embedded in other replies. Keys in the real order.
 * Plugins that the same call has just deleted are still listed, because WordPress caches its list.
 */
export function makeSync(call: Call, deleted: readonly Plugin[] = []): Record<string, unknown> {
  const { site, fields } = call
  const isRequested = readSelection(call)
  storeSettings(call)
  const sync: Record<string, unknown> = {
    version: '6.1',
    wpversion: site.core.installed,
    siteurl: site.siteUrl,
    wpe: 0,
    wphost: '',
    site_info: siteInfo(site),
  }
  if (isRequested('wp_updates')) sync.wp_updates = site.core.offered
  const premium = premiumOffers(site)
  if (premium) sync.premium_updates = premium
  if (isRequested('plugin_updates')) sync.plugin_updates = pluginOffers(site, true)
  if (isRequested('theme_updates')) sync.theme_updates = themeOffers(site)
  if (isRequested('translation_updates')) sync.translation_updates = translationOffers(site, isRequested)
  if (isRequested('recent_comments')) sync.recent_comments = recentComments(site, ['approve', 'hold'], 5)
  if (isRequested('recent_posts') || isRequested('recent_pages')) {
    sync.recent_posts = recentPosts(site, recentStatuses, site.settings.recentNumber, 'post')
    sync.recent_pages = recentPosts(site, recentStatuses, site.settings.recentNumber, 'page')
  }
  if (isRequested('securityStats')) {
    const stats = securityStats(site)
    sync.securityIssues = Object.values(stats).filter((value) => value === 'N').length
    sync.securityStats = stats
  }
  if (isRequested('directories')) sync.directories = isEmpty(text(fields, 'scan_dir')) ? '' : directories(site)
  if (isRequested('categories')) {
    sync.categories = site.categories.map(({ name }) => name)
    sync.categories_list = site.categories.map(({ id, name, slug }) => ({
      term_id: id,
      name,
      slug,
      taxonomy: 'category',
      parent: 0,
    }))
  }
  if (isRequested('dbsize')) sync.dbsize = databaseSize(site)
  sync.extauth = siteToken(site, 'extauth', 32)
  if (isRequested('plugins')) sync.plugins = pluginItems(site, deleted)
  if (isRequested('themes')) sync.themes = themeItems(site)
  if (text(fields, 'optimize') === '1' && isRequested('users')) {
    sync.users = userItems(site, site.users.slice(0, site.settings.usersNumber || 500))
  }
  if (isRequested('primaryLasttimeBackup') && site.settings.lastBackup !== null)
    sync.primaryLasttimeBackup = site.settings.lastBackup
  if (isRequested('last_post_gmt')) addLastPost(sync, call)
  sync.mainwpdir = 1
  sync.uniqueId = site.uniqueId
  // The first sync only starts the background job that computes it.
  if (isRequested('plugins_outdate_info'))
    sync.plugins_outdate_info = site.settings.abandonedKnown ? abandonedPlugins(site) : []
  if (isRequested('themes_outdate_info'))
    sync.themes_outdate_info = site.settings.abandonedKnown ? abandonedThemes(site) : []
  if (isRequested('plugins_outdate_info') || isRequested('themes_outdate_info')) site.settings.abandonedKnown = true
  if (isRequested('health_site_status')) sync.health_site_status = health(site)
  if (isRequested('child_site_actions_data')) {
    if (storeLogSettings(call)) sync.dbsize_activitylogs = logSize(site)
    sync.child_site_actions_data = actionsData(call)
    sync.changes_logs_data = eventsData(call)
  }
  if (call.user) {
    sync.admin_nicename = call.user.login
    sync.admin_useremail = call.user.email
  }
  if (isRequested('othersData') && fields.othersData !== undefined) Object.assign(sync, cacheControl)
  if (!isEmpty(text(fields, 'sync_regverify')) && site.connection) {
    sync.regverify_info = site.issueToken(site.connection.admin)
  }
  if (isRequested('password_policy_options')) sync.password_policy_options = passwordPolicy(site)
  return sync
}

/** A sync also stores settings. */
function storeSettings({ site, fields }: Call): void {
  const { settings } = site
  const server = text(fields, 'server')
  if (server !== undefined && site.connection) site.connection.server = server
  const recent = Number(text(fields, 'recent_number'))
  if (recent >= 1 && recent <= 30) settings.recentNumber = recent
  const days = Number(text(fields, 'numberdaysOutdatePluginTheme'))
  if (days > 0 && days !== settings.abandonedDays) {
    settings.abandonedDays = days
    settings.abandonedKnown = false
  }
  const usersNumber = /"users_number":\s*"?(\d+)/.exec(text(fields, 'othersData') ?? '')?.[1]
  if (usersNumber !== undefined) settings.usersNumber = Number(usersNumber)
  settings.siteId = text(fields, 'siteId') ?? settings.siteId
}

function addLastPost(sync: Record<string, unknown>, { site }: Call): void {
  const date = (post: Post | undefined) => post?.published ?? post?.created ?? 0
  let newest: Post | undefined
  for (const post of site.posts) {
    if (post.type === 'post' && post.status !== 'trash' && date(post) > date(newest)) newest = post
  }
  if (newest) sync.last_post_gmt = newest.modified
}
