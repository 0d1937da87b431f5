import { generateKeyPairSync, sign } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findDebianProgram } from '../../../testing/debian-programs.ts'
import { phpOfDebian, type RunPhp } from '../../../testing/php/run-php.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { createSigner } from '../signing.ts'
import type { GuardRequest } from './build-guard-call.ts'
import { type SignedAction, signGuardRequest } from './sign-guard-request.ts'
import { type Files, pluginFile, type SmallRequest, SmallWordPress } from './testing/small-wordpress.ts'

const debian = await findDebianProgram('php8.2', 'php8.2-cli')
const php = typeof debian === 'string' ? undefined : phpOfDebian(debian.path, debian.environment)
const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [ours, theirs] = [keyPair(), keyPair()]
const signer = createSigner(2)

const [id, other] = ['a'.repeat(32), 'b'.repeat(32)]
const token = '5'.repeat(64)
const guard = { id, type: 'plugin', slug: 'demo/demo.php', version: '1.0', vulnerable: false } as const
const arm = (more: Partial<Extract<GuardRequest, { action: 'arm' }>> = {}) =>
  ({ action: 'arm', guards: [guard], token, seconds: 3600, now: Math.floor(Date.now() / 1000), ...more }) as const
const note = { action: 'note', guards: [{ id }] } as const
const probe: SmallRequest = { headers: { 'x-flotilla-guard': token } }
const screen: SmallRequest = { admin: true, screen: true, user: 'administrator' }
const rest: SmallRequest = { rest: true }

const good = (version: string) => pluginFile(version, `function demo_version() { return '${version}'; }`)
const connector = pluginFile('6.1', "define( 'MAINWP_CHILD_FILE', __FILE__ );")
const files: Files = {
  'plugins/demo/demo.php': good('1.0'),
  'plugins/demo/inc/more.php': '<?php // more',
  'plugins/link/link.php': connector,
  'releases/good/demo.php': good('1.1'),
  'releases/exit/demo.php': pluginFile('1.1', 'exit;'),
  'releases/exit-500/demo.php': pluginFile('1.1', "http_response_code( 500 ); echo 'gone'; exit;"),
  'releases/memory/demo.php': pluginFile('1.1', "$x = ''; while ( true ) { $x .= str_repeat( 'x', 1000000 ); }"),
  'releases/loop/demo.php': pluginFile(
    '1.1',
    "if ( empty( $_GET['quick'] ) ) { set_time_limit( 1 ); while ( true ) { $x = 1; } }",
  ),
  'releases/cut/demo.php': pluginFile(
    '1.1',
    "update_option( 'active_plugins', array( 'demo/demo.php' ) ); function demo_version() { return '1.1'; }",
  ),
  'releases/menu/demo.php': pluginFile('1.1', "add_action( 'admin_menu', function () { undefined_of_demo(); } );"),
  'releases/parameter/demo.php': pluginFile(
    '1.1',
    "add_action( 'admin_menu', function () { if ( $_GET ) { undefined_of_demo(); } } );",
  ),
  'releases/cron/demo.php': pluginFile('1.1', 'if ( wp_doing_cron() ) { undefined_of_demo(); }'),
  'releases/rest/demo.php': pluginFile('1.1', "add_action( 'rest_api_init', function () { undefined_of_demo(); } );"),
}
const install = (release: string): SmallRequest => ({
  admin: true,
  post: { mainwpsignature: 'x' },
  update: { release, to: 'plugins/demo' },
})

const sites: SmallWordPress[] = []
async function siteWith(options: Record<string, unknown> = {}, more: Files = {}): Promise<SmallWordPress> {
  const site = await SmallWordPress.create(
    php as RunPhp,
    { ...files, ...more },
    {
      active_plugins: ['demo/demo.php', 'link/link.php'],
      mainwp_child_pubkey: Buffer.from(ours.publicKey).toString('base64'),
      ...options,
    },
  )
  sites.push(site)
  return site
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.remove()
})

const signedValue = async (action: SignedAction, { key = ours.privateKey, guardId = id, nowMs = Date.now() } = {}) =>
  (await signGuardRequest(signer, { id: key.slice(0, 200), open: () => key }, { id: guardId, action, nowMs })).value
async function send(site: SmallWordPress, flotilla_guard: string) {
  const { body } = await site.request({ admin: true, post: { flotilla_guard } })
  const [, json] = /^FLOTILLA-GUARD (\{.*\}) END$/s.exec(body) ?? []
  return json === undefined ? null : JSON.parse(json).guards[0]
}
const ask = async (site: SmallWordPress, action: SignedAction) => send(site, await signedValue(action))
const versionOf = async (site: SmallWordPress) =>
  /Version: (.*)/.exec((await site.read('plugins/demo/demo.php')) ?? '')?.[1]

// A loaded machine starts PHP slowly.
const timeout = 240_000

describeIf({ present: php !== undefined, name: 'PHP 8.2 of Debian' })('restore now', { timeout }, () => {
  it.each(['exit', 'exit-500', 'memory', 'loop', 'cut'])(
    'takes back a release without the connector: %s',
    async (release) => {
      const site = await siteWith()
      expect((await site.call(arm())).guards).toMatchObject([{ state: 'armed', direct: 'ready' }])
      await site.request(install(release))
      expect(await ask(site, 'state')).toMatchObject({ id, state: 'armed', version: '1.1', files: 'as_installed' })
      await site.request()
      expect(await ask(site, 'restore')).toMatchObject({ id, state: 'restored', version: '1.0', files: 'old' })
      expect((await site.request()).body).toBe('PAGE 1.0')
      expect(await site.options()).toMatchObject({ active_plugins: ['demo/demo.php', 'link/link.php'] })
    },
  )

  it('brings a folder back that deleted itself, and activates the plugin again', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('good'))
    await rm(join(site.folder, 'wp/wp-content/plugins/demo'), { recursive: true })
    await site.set({ active_plugins: ['link/link.php'] })
    expect(await ask(site, 'state')).toMatchObject({ state: 'armed', files: 'missing', version: '' })
    expect(await ask(site, 'restore')).toMatchObject({ state: 'restored', files: 'old' })
    expect((await site.request()).body).toBe('PAGE 1.0')
  })

  it('deactivates instead of bringing back a version with a known vulnerability, also in a network', async () => {
    const site = await siteWith({
      multisite: true,
      active_plugins: [],
      site_active_sitewide_plugins: { 'demo/demo.php': 1, 'link/link.php': 1 },
    })
    await site.call(arm({ guards: [{ ...guard, vulnerable: true }] }))
    await site.request(install('exit'))
    expect(await ask(site, 'restore')).toMatchObject({ state: 'deactivated', version: '1.1' })
    expect(await site.options()).toMatchObject({ site_active_sitewide_plugins: { 'link/link.php': 1 } })
    expect((await site.request()).body).toBe('PAGE without demo')
  })

  it('ignores every request that is not signed for this guard, now, for the first time', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('good'))
    const used = await signedValue('state')
    expect(await send(site, used)).toMatchObject({ state: 'armed' })
    const valid = await signedValue('restore')
    const message = valid.slice(0, valid.lastIndexOf('.'))
    const withKind = sign('sha256', Buffer.from(message), ours.privateKey).toString('base64url')
    const refused = {
      replayed: used,
      'another guard': await signedValue('restore', { guardId: other }),
      'another key': await signedValue('restore', { key: theirs.privateKey }),
      'too old': await signedValue('restore', { nowMs: Date.now() - 310_000 }),
      'from the future': await signedValue('restore', { nowMs: Date.now() + 310_000 }),
      'another action under the same signature': used.replace('.state.', '.restore.'),
      'an action that does not exist': valid.replace('.restore.', '.disarm.'),
      'a signature as the connector has them': `${message}.${withKind}`,
      cut: valid.slice(0, -9),
      oversize: `${valid}${'A'.repeat(100_000)}`,
      garbage: '\0'.repeat(700),
      empty: '',
    }
    for (const [what, value] of Object.entries(refused)) expect(await send(site, value), what).toBeNull()
    expect(await versionOf(site)).toBe('1.1')
    expect(await send(site, valid)).toMatchObject({ state: 'restored' })
  })

  it('accepts no key but the stored one, and says so', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('good'))
    await site.set({ mainwp_child_pubkey: Buffer.from(theirs.publicKey).toString('base64') })
    expect(await ask(site, 'restore')).toBeNull()
    await site.set({ mainwp_child_pubkey: '' })
    expect(await ask(site, 'restore')).toBeNull()
    expect((await site.call(note)).guards).toMatchObject([{ state: 'armed', direct: 'no_key' }])
  })

  it('compares times with the clock of Flotilla, and takes a bounded number of requests', async () => {
    const site = await siteWith()
    const nowMs = Date.now() + 86_400_000
    await site.call(arm({ now: Math.floor(nowMs / 1000) }))
    expect(await ask(site, 'state')).toBeNull()
    expect(await send(site, await signedValue('state', { nowMs }))).toMatchObject({ state: 'armed' })
    const name = (await site.files()).find((each) => each.endsWith('/state.php')) ?? ''
    const nonces = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`n${index}`, Math.floor(nowMs / 1000)]),
    )
    await site.write({
      [name.replace('wp-content/', '')]: `<?php exit; ?>\n${JSON.stringify({ state: 'armed', nonces })}`,
    })
    expect(await send(site, await signedValue('state', { nowMs }))).toBeNull()
  })

  it('is over when the guard has expired', async () => {
    const site = await siteWith()
    const before = await site.files()
    await site.call(arm({ seconds: 60 }))
    await site.request(install('good'))
    const name = `mu-plugins/flotilla-guard-${id}.php`
    const armed = (await site.read(name)) ?? ''
    const [whole, data] = /'([A-Za-z0-9+/=]+)' \);\n$/.exec(armed) ?? []
    const config = JSON.parse(Buffer.from(data ?? '', 'base64').toString())
    const expired = Buffer.from(JSON.stringify({ ...config, expires: config.expires - 61 })).toString('base64')
    await site.write({ [name]: armed.replace(whole ?? '', `'${expired}' );\n`) })
    expect(await ask(site, 'restore')).toBeNull()
    expect(await versionOf(site)).toBe('1.1')
    expect((await site.files()).filter((each) => !before.includes(each))).toEqual([])
  })
})

describeIf({ present: php !== undefined, name: 'PHP 8.2 of Debian' })('what the guard sees', { timeout }, () => {
  it.each(['exit', 'exit-500', 'memory'])('two clean requests that end the same way: %s', async (release) => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install(release))
    for (let visit = 0; visit < 3; visit++) await site.request()
    expect(await versionOf(site)).toBe('1.1')
    await site.request(probe)
    await site.request(probe)
    expect((await site.request()).body).toBe('PAGE 1.0')
  })

  it('nothing in an early end of another plugin', async () => {
    const site = await siteWith({ active_plugins: ['aa/aa.php', 'demo/demo.php', 'link/link.php'] })
    await site.call(arm())
    await site.request(install('good'))
    await site.write({ 'plugins/aa/aa.php': '<?php exit;' })
    for (let visit = 0; visit < 3; visit++) await site.request(probe)
    expect(await versionOf(site)).toBe('1.1')
  })

  it('two errors on screens of the administration that an administrator opened', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('menu'))
    for (const user of ['subscriber', 'editor'] as const)
      for (let visit = 0; visit < 3; visit++) await site.request({ ...screen, user })
    expect((await site.call(note)).guards).toMatchObject([
      { state: 'armed', culprit: null, suspect: { by: 'signed_in', hook: 'admin_menu', context: 'admin' } },
    ])
    await site.request(screen)
    expect(await versionOf(site)).toBe('1.1')
    await site.request(screen)
    expect((await site.call(note)).guards).toMatchObject([{ state: 'restored', culprit: { hook: 'admin_menu' } }])
    expect((await site.request(screen)).body).toBe('PAGE 1.0')
  })

  it('no error of an administrator whose request has parameters of others', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('parameter'))
    for (let visit = 0; visit < 3; visit++) await site.request({ ...screen, query: { crash: '1' } })
    for (let visit = 0; visit < 3; visit++) await site.request({ ...screen, post: { a: '1' }, query: { crash: '1' } })
    expect((await site.call(note)).guards).toMatchObject([{ state: 'armed', suspect: { by: 'administrator' } }])
    expect(await versionOf(site)).toBe('1.1')
  })

  it('errors of scheduled tasks, which healthy visits do not undo', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('cron'))
    await site.request({ cron: true })
    await site.request(probe)
    await site.request({ ...probe, cron: true })
    expect((await site.call(note)).guards).toMatchObject([{ state: 'restored', culprit: { context: 'cron' } }])
  })

  it('two clean requests of the REST API, never those of visitors', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('rest'))
    for (let visit = 0; visit < 3; visit++) await site.request(rest)
    expect((await site.call(note)).guards).toMatchObject([
      { state: 'armed', suspect: { by: 'visitor', context: 'rest' } },
    ])
    expect((await site.request(probe)).healthy).toBe(true)
    await site.request({ ...probe, ...rest })
    await site.request({ ...probe, ...rest })
    expect(await versionOf(site)).toBe('1.0')
  })
})

describeIf({ present: php !== undefined, name: 'PHP 8.2 of Debian' })('the guard stands down', { timeout }, () => {
  const touch = (site: SmallWordPress) =>
    site.write({ 'plugins/demo/demo.php': pluginFile('1.1', 'undefined_of_a_person();') })

  it('when a person changed the files since the update, and says so', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('good'))
    await touch(site)
    await site.request(probe)
    await site.request(probe)
    expect(await ask(site, 'restore')).toMatchObject({ state: 'stood_down', why: 'changed', files: 'changed' })
    expect(await site.read('plugins/demo/demo.php')).toContain('undefined_of_a_person')
  })

  it('when another program updates the item; not for files that the item writes, or for new dates', async () => {
    const site = await siteWith()
    await site.call(arm())
    await site.request(install('good'))
    await site.write({ 'plugins/demo/cache.json': '{}' })
    await utimes(join(site.folder, 'wp/wp-content/plugins/demo/demo.php'), 1, 1)
    expect(await ask(site, 'state')).toMatchObject({ state: 'armed', files: 'as_installed' })
    await site.request({ ...install('exit'), post: {} })
    expect(await ask(site, 'state')).toMatchObject({ state: 'stood_down', why: 'other_update' })
  })

  it('when a person deactivates the connector, not when a release does', async () => {
    const site = await siteWith(
      {},
      {
        'plugins/tool/tool.php':
          "<?php add_action( 'wp_loaded', function () { if ( isset( $_POST['off'] ) ) { do_action( 'deactivate_plugin', 'link/link.php' ); } } );",
      },
    )
    await site.set({ active_plugins: ['demo/demo.php', 'link/link.php', 'tool/tool.php'] })
    await site.call(arm())
    await site.request(install('good'))
    const off: SmallRequest = {
      admin: true,
      screen: true,
      user: 'administrator',
      post: { off: '1', mainwpsignature: 'x' },
    }
    await site.request(off)
    expect(await ask(site, 'state')).toMatchObject({ state: 'armed' })
    await site.request({ ...off, post: { off: '1', checked: 'link/link.php' }, user: 'editor' })
    expect(await ask(site, 'state')).toMatchObject({ state: 'armed' })
    await site.request({ ...off, post: { off: '1', checked: 'link/link.php' } })
    expect(await ask(site, 'restore')).toMatchObject({
      state: 'stood_down',
      why: 'connector_deactivated',
      version: '1.1',
    })
  })
})
