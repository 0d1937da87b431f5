import { checkAbandoned } from './abandoned.ts'
import { type ConnectorFunction, changes, reads } from './call.ts'
import { cleanUpLogs, deleteActions } from './change-log.ts'
import { commentAction, commentBulkAction, getAllComments } from './comments.ts'
import { upgradeCore } from './core-update.ts'
import { installPluginTheme } from './install.ts'
import { newPost } from './new-post.ts'
import { getAllPlugins, pluginAction } from './plugins.ts'
import { postAction } from './post-action.ts'
import { getAllPages, getAllPosts } from './posts.ts'
import { securityFix, securityStats, securityUnFix } from './security-stats.ts'
import { makeSync } from './sync.ts'
import { getAllThemes, themeAction } from './themes.ts'
import * as tools from './tools.ts'
import { upgradeTranslation } from './translations.ts'
import { upgradePluginTheme } from './updates.ts'
import { getAllUsers, newAdminPassword, newUser, searchUsers, userAction } from './users.ts'

/** The functions a signed call can name. */
export const functions: Readonly<Record<string, ConnectorFunction>> = {
  stats: reads(makeSync),
  extra_execution: reads(() => []),
  verify_action: reads(() => ({ failed: 1 })),
  cloneinfo: reads(tools.cloneInfo),
  get_site_icon: reads(tools.siteIcon),
  get_all_plugins: reads(getAllPlugins),
  plugin_action: changes(pluginAction, ['changelog_info']),
  installplugintheme: changes(installPluginTheme),
  get_all_themes: reads(getAllThemes),
  theme_action: changes(themeAction),
  upgradeplugintheme: changes(upgradePluginTheme),
  upgradetranslation: changes(upgradeTranslation),
  upgrade: changes(upgradeCore),
  get_all_posts: reads(getAllPosts),
  get_all_pages: reads(getAllPages),
  newpost: changes(newPost),
  post_action: changes(postAction, ['get_edit']),
  get_all_comments: reads(getAllComments),
  comment_action: changes(commentAction),
  comment_bulk_action: changes(commentBulkAction),
  get_all_users: reads(getAllUsers),
  search_users: reads(searchUsers),
  newuser: changes(newUser),
  user_action: changes(userAction, ['edit']),
  newadminpassword: changes(newAdminPassword),
  security: reads(({ site }) => securityStats(site)),
  securityFix: changes(securityFix),
  securityUnFix: changes(securityUnFix),
  check_abandoned: reads(checkAbandoned),
  delete_actions: changes(deleteActions),
  clean_up_child_logs: changes(cleanUpLogs),
  settings_tools: changes(tools.settingsTools),
  maintenance_site: changes(tools.maintenanceSite),
  cache_purge_action: changes(tools.cachePurge),
  password_policy_settings: changes(tools.passwordPolicySettings),
  branding_child_plugin: changes(tools.branding),
  code_snippet: changes(tools.codeSnippet),
  uploader_action: changes(() => ({ success: true })),
  update_values: changes(tools.updateValues),
  backup: changes(tools.backup),
  delete_backup: changes(() => ({ result: 'ok' })),
  createBackupPoll: reads(() => ({ result: 'ok' })),
  backup_checkpid: reads(() => ({ result: 'ok' })),
  client_report: reads(tools.missingPlugin('No MainWP Child Reports plugin installed.')),
  page_speed: reads(tools.missingPlugin('Please install Google Pagespeed Insights plugin on child website')),
  updraftplus: reads(tools.missingPlugin('Required plugin Updraftplus is not installed.')),
  wordfence: reads(tools.missingPlugin('Please install Wordfence plugin on child website')),
  disconnect: changes(tools.disconnect),
  deactivate: changes(tools.deactivate),
}
