import { readdirSync } from 'node:fs'
import type { Site } from '../site/site.ts'
import { capturingDashboard } from './captured-dashboard.ts'
import { keyPair, only, passwordField, type Reply } from './dashboard.ts'

/** The names of all captures, in the order of the calls. */
export const fileNames = (): string[] =>
  readdirSync(new URL('../captures/', import.meta.url))
    .map((file) => file.replace('.json', ''))
    .sort()

const spare = 'fleet-spare/fleet-spare.php'
const all = { filter: 0 }
const active = { status: 'active' }

/** The calls made to the live site, to be repeated in this order on a site with its contents. */
export function capturedCalls(site: Site): ReadonlyMap<string, () => Promise<Reply>> {
  const d = capturingDashboard(site)
  return new Map<string, () => Promise<Reply>>([
    ['001-stats', () => d.unsigned({ function: 'stats' })],
    ['002-register', () => d.unsigned({ function: 'register', user: 'admin' })],
    ['003-register', () => d.registerWith({ userpwd: passwordField('wrong') })],
    ['004-register', () => d.registerByPassword()],
    ['005-stats', () => d.unsigned({ function: 'stats' })],
    ['006-register', () => d.registerWith({ server: 'https://other.example/', userpwd: passwordField('x') })],
    ['007-cloneinfo', () => d.signed('cloneinfo')],
    ['008-cloneinfo', () => d.signed('cloneinfo', {}, keyPair(1))],
    ['009-cloneinfo', () => d.cloneInfo(6)],
    ['010-cloneinfo', () => d.cloneInfo(8)],
    ['011-cloneinfo', () => d.cloneInfo(9)],
    ['012-cloneinfo', () => d.cloneInfo(1)],
    ['013-cloneinfo', () => d.cloneInfo(7)],
    ['014-cloneinfo', () => d.probabilisticCloneInfo()],
    ['015-cloneinfo', () => d.signed('cloneinfo', { user: 'adm2' })],
    ['016-cloneinfo', () => d.signed('cloneinfo', { alt_user: 'ed' })],
    ['017-no_such_function', () => d.signed('no_such_function')],
    ['018-cloneinfo', () => d.signed('cloneinfo')],
    ['019-stats', () => d.syncEverything()],
    ['020-stats', () => d.signed('stats', { syncdata: only() })],
    ['021-stats', () => d.signed('stats')],
    ['022-get_all_plugins', () => d.signed('get_all_plugins', all)],
    ['023-plugin_action', () => d.pluginAction('activate', spare)],
    ['024-plugin_action', () => d.pluginAction('deactivate', spare)],
    ['025-get_all_plugins', () => d.signed('get_all_plugins', all)],
    ['026-plugin_action', () => d.pluginAction('delete', spare)],
    ['027-get_all_plugins', () => d.signed('get_all_plugins', all)],
    ['028-plugin_action', () => d.pluginAction('activate', 'absent/absent.php')],
    ['029-installplugintheme', () => d.installExtra()],
    ['030-get_all_plugins', () => d.signed('get_all_plugins', all)],
    ['031-get_all_themes', () => d.signed('get_all_themes', active)],
    ['032-theme_action', () => d.themeAction('activate', 'fleet-theme-two')],
    ['033-get_all_themes', () => d.signed('get_all_themes', active)],
    ['034-theme_action', () => d.themeAction('delete', 'fleet-theme-two')],
    ['035-theme_action', () => d.themeAction('activate', 'twentytwentyfive')],
    ['036-get_all_themes', () => d.signed('get_all_themes', active)],
    ['037-theme_action', () => d.themeAction('delete', 'fleet-theme-two')],
    ['038-get_all_themes', () => d.signed('get_all_themes', all)],
    ['039-get_all_posts', () => d.signed('get_all_posts', { status: 'publish' })],
    ['040-newpost', () => d.createPost()],
    ['041-post_action', () => d.onPost('get_edit', { post_type: 'post' })],
    ['042-post_action', () => d.renamePost('Fleet post edited')],
    ['043-newpost', () => d.editPost('Fleet post edited twice')],
    ['044-post_action', () => d.onPost('publish')],
    ['045-post_action', () => d.onPost('unpublish')],
    ['046-post_action', () => d.onPost('trash')],
    ['047-post_action', () => d.onPost('restore')],
    ['048-post_action', () => d.onPost('delete')],
    ['049-get_all_posts', () => d.findCreatedPost()],
    ['050-get_all_comments', () => d.signed('get_all_comments', { status: 'hold' })],
    ['051-comment_action', () => d.onComment('approve')],
    ['052-comment_action', () => d.onComment('unapprove')],
    ['053-comment_action', () => d.onComment('spam')],
    ['054-comment_action', () => d.onComment('unspam')],
    ['055-comment_action', () => d.onComment('trash')],
    ['056-comment_action', () => d.onComment('restore')],
    ['057-comment_bulk_action', () => d.signed('comment_bulk_action', { action: 'approve', ids: '17,18' })],
    ['058-comment_action', () => d.onComment('delete')],
    ['059-get_all_comments', () => d.signed('get_all_comments', { status: 'approve' })],
    ['060-newuser', () => d.createUser()],
    ['061-get_all_users', () => d.signed('get_all_users', { role: 'author' })],
    ['062-user_action', () => d.onUser('changeRole', { extra: 'editor' })],
    ['063-user_action', () => d.onUser('delete')],
    ['064-get_all_users', () => d.signed('get_all_users', { role: 'editor' })],
    ['065-upgradeplugintheme', () => d.updatePlugins()],
    ['066-get_all_plugins', () => d.signed('get_all_plugins', all)],
    ['067-upgradeplugintheme', () => d.updateAbsent()],
    ['068-upgradeplugintheme', () => d.updateTheme()],
    ['069-upgradetranslation', () => d.updateTranslation()],
    ['070-upgrade', () => d.signed('upgrade')],
    ['071-stats', () => d.changeByHand()],
    ['072-stats', () => d.changesAfter(site.now() + 5)],
    ['073-security', () => d.signed('security')],
    ['074-settings_tools', () => d.signed('settings_tools', { action: 'force_destroy_sessions' })],
    ['075-check_abandoned', () => d.signed('check_abandoned', { which: 'theme' })],
    ['076-register', () => d.reconnect(1)],
    ['077-cloneinfo', () => d.signed('cloneinfo', {}, keyPair(1))],
    ['078-cloneinfo', () => d.signed('cloneinfo', {}, keyPair(0))],
    ['079-register', () => d.registerWith({ regverify: `${'0'.repeat(40)}-${'1'.repeat(40)}` })],
    ['080-disconnect', () => d.signed('disconnect', {}, keyPair(1))],
    ['081-stats', () => d.signed('stats', {}, keyPair(1))],
    ['082-stats', () => d.unsigned({ function: 'stats' })],
    ['083-register', () => d.reconnect(0)],
    ['084-stats', () => d.syncAtLast()],
  ])
}
