import type { Site } from '../site/site.ts'
import { addSpare } from './captured-site.ts'
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
} from './dashboard.ts'

const withPlugins = { syncdata: only('plugins') }
const everything = { syncdata: '[]', optimize: 1, scan_dir: 1, othersData: '[]', params_logs: { events_count: 100 } }
const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

/** The dashboard that called the live site: stores cookies, token and created ids. */
export function capturingDashboard(site: Site) {
  let cookie = ''
  let token = ''
  let created: Reply['payload']

  const signed = async (name: string, values: Values = {}, key = keyPair(), algorithm = 7): Promise<Reply> => {
    const reply = await call(site.url, name, values, key, { algorithm, posting: { cookie } })
    if (reply.cookies.length > 0) cookie = reply.cookies.map((line) => line.split(';')[0]).join('; ')
    return reply
  }
  const changesAfter = (time: number) =>
    signed('stats', {
      syncdata: only('child_site_actions_data'),
      child_actions_last_created: time,
      params_logs: { events_count: 100, newer_than: time },
    })

  return {
    signed,
    changesAfter,
    unsigned: (values: Values) => post(site.url, values),
    cloneInfo: (algorithm: number) => signed('cloneinfo', {}, keyPair(), algorithm),
    probabilisticCloneInfo() {
      const mainwpsignature = pssSignature('cloneinfopss', keyPair())
      return post(site.url, { function: 'cloneinfo', nonce: 'pss', verifylib: 1, mainwpsignature })
    },
    async registerByPassword() {
      const reply = await register(site.url, { userpwd: passwordField(site.admin.password) })
      token = reply.payload.regverify
      return reply
    },
    registerWith: (values: Values) => register(site.url, values),
    reconnect(key: number) {
      const pubkey = keyPair(key).publicKey
      const values = { function: 'register', user: 'admin', pubkey, server, mainwpver: '6.1.2', regverify: token }
      return post(site.url, values, { cookie })
    },
    syncEverything: () => signed('stats', everything),
    pluginAction: (action: string, plugin: string) => signed('plugin_action', { action, plugin, ...withPlugins }),
    themeAction: (action: string, theme: string) => signed('theme_action', { action, theme, ...withPlugins }),
    async installExtra() {
      const url = JSON.stringify('http://packages.example/fleet-extra.1.0.0.zip')
      const reply = await signed('installplugintheme', { type: 'plugin', url, activatePlugin: 'yes' })
      Object.assign(site.plugin('fleet-extra/fleet-extra.php')!.entry, { description: 'Fixture.' })
      return reply
    },
    async createPost() {
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
    },
    editPost: (title: string) => signed('newpost', { new_post: base64({ ID: created.added_id, post_title: title }) }),
    onPost: (action: string, values: Values = {}) => signed('post_action', { action, id: created.added_id, ...values }),
    renamePost(title: string) {
      const post_data = { ID: created.added_id, post_title: title }
      return signed('post_action', { action: 'update', id: created.added_id, post_data })
    },
    findCreatedPost: () => signed('get_all_posts', { status: 'any', postId: created.added_id }),
    onComment: (action: string) => signed('comment_action', { action, id: 19 }),
    createUser() {
      const user = { user_login: 'fleet-user', user_pass: 'x', user_email: 'fleet-user@example.com', role: 'author' }
      return signed('newuser', { new_user: base64(user), send_password: 0 })
    },
    onUser: (action: string, values: Values = {}) =>
      signed('user_action', { action, id: site.user('fleet-user')!.id, ...values }),
    updatePlugins() {
      addSpare(site)
      site.onUpdate('fleet-broken/fleet-broken.php', 'download-failure')
      const list = 'fleet-demo/fleet-demo.php,fleet-broken/fleet-broken.php'
      return signed('upgradeplugintheme', { type: 'plugin', list })
    },
    updateAbsent() {
      site.offerPlugin('fleet-broken/fleet-broken.php', null)
      return signed('upgradeplugintheme', { type: 'plugin', list: 'absent/absent.php' })
    },
    updateTheme: () => signed('upgradeplugintheme', { type: 'theme', list: 'fleet-theme', ...withPlugins }),
    updateTranslation() {
      site.plugin('fleet-demo/fleet-demo.php')!.version = '1.0.0'
      return signed('upgradetranslation', { list: 'fleet-demo', ...withPlugins })
    },
    changeByHand() {
      site.byHand.logIn()
      site.byHand.activatePlugin('hello.php')
      site.byHand.deactivatePlugin('hello.php')
      return changesAfter(0)
    },
    /** The themes had been restored on the live site by then. */
    syncAtLast() {
      site.theme('fleet-theme')!.version = '1.0.0'
      site.addTheme({ slug: 'fleet-theme-two', name: 'Fleet Theme Two', version: '1.0.0', description: 'Fixture.' })
      return signed('stats', everything)
    },
  }
}
