import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fleet, startFleet } from './fleet.ts'
import type { Site } from './site/site.ts'
import { addSpare, becomeCaptured, capture } from './testing/captured-site.ts'
import {
  call,
  keyPair,
  only,
  passwordField,
  post,
  pssSignature,
  type Reply,
  register,
  server,
  type Values,
} from './testing/dashboard.ts'
import { differences } from './testing/same-shape.ts'

/**
 * The 84 calls that were made to a live site, made to a simulated one with the same contents: every reply must have the same keys
 * in the same order, the same types and, but for what is free below, the same values.
 */

const free = [
  /(^|\.)(siteurl|home|link|extauth|regverify|dbsize|dbsize_activitylogs|client_ip|user_agent|created_on|created)$/,
  /(^|\.)site_info\.(memory_limit|mysql_version|db_size|ip|site_lang|site_public|format_datetime\..*)$/,
  /(^|\.)(health_site_status\..*|directories\{\})$/,
  /^(added_id|other_data\.new_post_data\.post_(id|date|date_gmt)|other_data\.post_action_data\.post_(id|date|date_gmt))$/,
  /^my_post\.(ID|new_post|child_upload_dir)$/,
  /^other_data\.(new_user_data|users_data)\.user_id$/,
  /^\[\]\.(id|registered)$/,
  /changes_logs_data\[\]\.(id|meta_data\.new_value)$/,
  /child_site_actions_data\[\]\.(duration|meta_data\.user_meta\.ip)$/,
]
const isFree = (path: string) => free.some((pattern) => pattern.test(path))

/** The real order of themes is that of folders; it is not compared. */
const inOrder = (payload: any): any => {
  const bySlug = (themes: any[]) => themes.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  if (Array.isArray(payload?.themes)) return { ...payload, themes: bySlug(payload.themes) }
  if (payload?.data?.[0]?.parent_active !== undefined) return { data: bySlug(payload.data) }
  return payload
}

let fleet: Fleet
let site: Site
let cookie = ''
let created: Reply['payload']

beforeAll(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
  becomeCaptured(site)
})
afterAll(() => fleet.close())

const signed = async (name: string, values: Values = {}, key = keyPair(), algorithm = 7) => {
  const reply = await call(site.url, name, values, key, { algorithm, posting: { cookie } })
  if (reply.cookies.length > 0) cookie = reply.cookies.map((line) => line.split(';')[0]).join('; ')
  return reply
}
const withPlugins = { syncdata: only('plugins') }
const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const everything = { syncdata: '[]', optimize: 1, scan_dir: 1, othersData: '[]', params_logs: { events_count: 100 } }
const onPost = (action: string, values: Values = {}) => signed('post_action', { action, id: created.added_id, ...values })
const onComment = (action: string) => signed('comment_action', { action, id: 19 })
const userId = () => site.user('fleet-user')!.id
let token = ''

const calls: readonly (readonly [file: string, make: () => Promise<Reply>])[] = [
  ['001-stats', () => post(site.url, { function: 'stats' })],
  ['002-register', () => post(site.url, { function: 'register', user: 'admin' })],
  ['003-register', () => register(site.url, { userpwd: passwordField('wrong') })],
  [
    '004-register',
    async () => {
      const reply = await register(site.url, { userpwd: passwordField(site.admin.password) })
      token = reply.payload.regverify
      return reply
    },
  ],
  ['005-stats', () => post(site.url, { function: 'stats' })],
  ['006-register', () => register(site.url, { server: 'https://other.example/', userpwd: passwordField('x') })],
  ['007-cloneinfo', () => signed('cloneinfo')],
  ['008-cloneinfo', () => signed('cloneinfo', {}, keyPair(1))],
  ['009-cloneinfo', () => signed('cloneinfo', {}, keyPair(), 6)],
  ['010-cloneinfo', () => signed('cloneinfo', {}, keyPair(), 8)],
  ['011-cloneinfo', () => signed('cloneinfo', {}, keyPair(), 9)],
  ['012-cloneinfo', () => signed('cloneinfo', {}, keyPair(), 1)],
  ['013-cloneinfo', () => signed('cloneinfo')],
  [
    '014-cloneinfo',
    () =>
      post(site.url, {
        function: 'cloneinfo',
        nonce: 'pss',
        verifylib: 1,
        mainwpsignature: pssSignature('cloneinfopss', keyPair()),
      }),
  ],
  ['015-cloneinfo', () => signed('cloneinfo', { user: 'adm2' })],
  ['016-cloneinfo', () => signed('cloneinfo', { alt_user: 'ed' })],
  ['017-no_such_function', () => signed('no_such_function')],
  ['018-cloneinfo', () => signed('cloneinfo')],
  ['019-stats', () => signed('stats', everything)],
  ['020-stats', () => signed('stats', { syncdata: only() })],
  ['021-stats', () => signed('stats')],
  ['022-get_all_plugins', () => signed('get_all_plugins', { filter: 0 })],
  ['023-plugin_action', () => pluginAction('activate', 'fleet-spare/fleet-spare.php')],
  ['024-plugin_action', () => pluginAction('deactivate', 'fleet-spare/fleet-spare.php')],
  ['025-get_all_plugins', () => signed('get_all_plugins', { filter: 0 })],
  ['026-plugin_action', () => pluginAction('delete', 'fleet-spare/fleet-spare.php')],
  ['027-get_all_plugins', () => signed('get_all_plugins', { filter: 0 })],
  ['028-plugin_action', () => pluginAction('activate', 'absent/absent.php')],
  ['029-installplugintheme', installExtra],
  ['030-get_all_plugins', () => signed('get_all_plugins', { filter: 0 })],
  ['031-get_all_themes', () => signed('get_all_themes', { status: 'active' })],
  ['032-theme_action', () => signed('theme_action', { action: 'activate', theme: 'fleet-theme-two', ...withPlugins })],
  ['033-get_all_themes', () => signed('get_all_themes', { status: 'active' })],
  ['034-theme_action', () => signed('theme_action', { action: 'delete', theme: 'fleet-theme-two' })],
  ['035-theme_action', () => signed('theme_action', { action: 'activate', theme: 'twentytwentyfive' })],
  ['036-get_all_themes', () => signed('get_all_themes', { status: 'active' })],
  ['037-theme_action', () => signed('theme_action', { action: 'delete', theme: 'fleet-theme-two' })],
  ['038-get_all_themes', () => signed('get_all_themes', { filter: 0 })],
  ['039-get_all_posts', () => signed('get_all_posts', { status: 'publish' })],
  ['040-newpost', createPost],
  ['041-post_action', () => onPost('get_edit', { post_type: 'post' })],
  ['042-post_action', () => onPost('update', { post_data: { ID: created.added_id, post_title: 'Fleet post edited' } })],
  ['043-newpost', () => signed('newpost', { new_post: base64({ ID: created.added_id, post_title: 'Fleet post edited twice' }) })],
  ['044-post_action', () => onPost('publish')],
  ['045-post_action', () => onPost('unpublish')],
  ['046-post_action', () => onPost('trash')],
  ['047-post_action', () => onPost('restore')],
  ['048-post_action', () => onPost('delete')],
  ['049-get_all_posts', () => signed('get_all_posts', { status: 'any', postId: created.added_id })],
  ['050-get_all_comments', () => signed('get_all_comments', { status: 'hold' })],
  ['051-comment_action', () => onComment('approve')],
  ['052-comment_action', () => onComment('unapprove')],
  ['053-comment_action', () => onComment('spam')],
  ['054-comment_action', () => onComment('unspam')],
  ['055-comment_action', () => onComment('trash')],
  ['056-comment_action', () => onComment('restore')],
  ['057-comment_bulk_action', () => signed('comment_bulk_action', { action: 'approve', ids: '17,18' })],
  ['058-comment_action', () => onComment('delete')],
  ['059-get_all_comments', () => signed('get_all_comments', { status: 'approve' })],
  ['060-newuser', createUser],
  ['061-get_all_users', () => signed('get_all_users', { role: 'author' })],
  ['062-user_action', () => signed('user_action', { action: 'changeRole', id: userId(), extra: 'editor' })],
  ['063-user_action', () => signed('user_action', { action: 'delete', id: userId() })],
  ['064-get_all_users', () => signed('get_all_users', { role: 'editor' })],
  ['065-upgradeplugintheme', updatePlugins],
  ['066-get_all_plugins', () => signed('get_all_plugins', { filter: 0 })],
  ['067-upgradeplugintheme', updateAbsent],
  ['068-upgradeplugintheme', () => signed('upgradeplugintheme', { type: 'theme', list: 'fleet-theme', ...withPlugins })],
  ['069-upgradetranslation', updateTranslation],
  ['070-upgrade', () => signed('upgrade')],
  ['071-stats', changeByHand],
  ['072-stats', () => changesAfter(Date.now() / 1000 + 5)],
  ['073-security', securityAfterUpdates],
  ['074-settings_tools', () => signed('settings_tools', { action: 'force_destroy_sessions' })],
  ['075-check_abandoned', () => signed('check_abandoned', { which: 'theme' })],
  ['076-register', () => reconnect(1)],
  ['077-cloneinfo', () => signed('cloneinfo', {}, keyPair(1))],
  ['078-cloneinfo', () => signed('cloneinfo', {}, keyPair(0))],
  ['079-register', () => register(site.url, { regverify: `${'0'.repeat(40)}-${'1'.repeat(40)}` })],
  ['080-disconnect', () => signed('disconnect', {}, keyPair(1))],
  ['081-stats', () => signed('stats', {}, keyPair(1))],
  ['082-stats', () => post(site.url, { function: 'stats' })],
  ['083-register', () => reconnect(0)],
  ['084-stats', lastSync],
]

function pluginAction(action: string, plugin: string) {
  return signed('plugin_action', { action, plugin, ...withPlugins })
}

async function installExtra() {
  const url = JSON.stringify('http://packages.example/fleet-extra.1.0.0.zip')
  const reply = await signed('installplugintheme', { type: 'plugin', url, activatePlugin: 'yes' })
  const { entry } = site.plugin('fleet-extra/fleet-extra.php')!
  Object.assign(entry, { description: 'Fixture.' })
  return reply
}

async function createPost() {
  const reply = await signed('newpost', {
    new_post: base64({
      post_title: 'Fleet post',
      post_content: 'Body with "quotes", \'apostrophes\', a back\\\\slash, + and 100% ünïcode 🎉',
      post_status: 'draft',
      post_type: 'post',
      post_tags: 'alpha,beta',
    }),
    post_custom: base64({ fleet_key: ['v1'] }),
    post_category: base64('News'),
  })
  created = reply.payload
  return reply
}

function createUser() {
  const user = { user_login: 'fleet-user', user_pass: 'x', user_email: 'fleet-user@example.com', role: 'author' }
  return signed('newuser', { new_user: base64(user), send_password: 0 })
}

function updatePlugins() {
  addSpare(site)
  site.onUpdate('fleet-broken/fleet-broken.php', 'download-failure')
  return signed('upgradeplugintheme', { type: 'plugin', list: 'fleet-demo/fleet-demo.php,fleet-broken/fleet-broken.php' })
}

function updateAbsent() {
  site.offerPlugin('fleet-broken/fleet-broken.php', null)
  return signed('upgradeplugintheme', { type: 'plugin', list: 'absent/absent.php' })
}

function updateTranslation() {
  site.plugin('fleet-demo/fleet-demo.php')!.version = '1.0.0'
  return signed('upgradetranslation', { list: 'fleet-demo', ...withPlugins })
}

const changesAfter = (time: number) =>
  signed('stats', {
    syncdata: only('child_site_actions_data'),
    child_actions_last_created: time,
    params_logs: { events_count: 100, newer_than: time },
  })

function changeByHand() {
  site.byHand.logIn()
  site.byHand.activatePlugin('hello.php')
  site.byHand.deactivatePlugin('hello.php')
  return changesAfter(0)
}

function securityAfterUpdates() {
  return signed('security')
}

const reconnect = (key: number) =>
  post(
    site.url,
    { function: 'register', user: 'admin', pubkey: keyPair(key).publicKey, server, mainwpver: '6.1.2', regverify: token },
    { cookie },
  )

/** In the laboratory the themes had been put back by then. */
function lastSync() {
  site.theme('fleet-theme')!.version = '1.0.0'
  site.addTheme({ slug: 'fleet-theme-two', name: 'Fleet Theme Two', version: '1.0.0', description: 'Fixture.' })
  return signed('stats', everything)
}

it.each(calls)('answers like the live site: %s', async (file, make) => {
  const { status, payload } = await make()
  expect(status).toBe(200)
  expect(differences(inOrder(payload), inOrder(capture(file)), isFree)).toEqual([])
})
