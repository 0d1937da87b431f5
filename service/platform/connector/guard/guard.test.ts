import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { findDebianProgram } from '../../../testing/debian-programs.ts'
import { runsDetails } from '../../../testing/details.ts'
import { findPhpWasm } from '../../../testing/php/php-wasm.ts'
import { phpOfDebian, type RunPhp } from '../../../testing/php/run-php.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { buildGuardCall } from './build-guard-call.ts'
import { guardCallTemplate } from './guard-call-template.ts'
import { guardPluginTemplate } from './guard-plugin-template.ts'
import { type Files, pluginFile, type SmallRequest, SmallWordPress } from './testing/small-wordpress.ts'

const run = promisify(execFile)
const debian = await findDebianProgram('php8.2', 'php8.2-cli')
const versions: { name: string; php: RunPhp | string }[] = [
  {
    name: 'PHP 8.2 of Debian',
    php: typeof debian === 'string' ? debian : phpOfDebian(debian.path, debian.environment),
  },
  // WebAssembly takes seconds for each request.
  ...(runsDetails
    ? [
        { name: 'PHP 7.4 as WebAssembly', php: await findPhpWasm('7-4') },
        { name: 'PHP 8.5 as WebAssembly', php: await findPhpWasm('8-5') },
      ]
    : []),
]

const id = 'a'.repeat(32)
const token = '5'.repeat(64)
const guard = { id, type: 'plugin', slug: 'demo/demo.php', version: '1.0', vulnerable: false } as const
const arm = (more: Partial<{ seconds: number }> = {}) =>
  ({ action: 'arm', guards: [guard], token, seconds: 3600, now: Math.floor(Date.now() / 1000), ...more }) as const
const note = { action: 'note', guards: [{ id }] } as const
const disarm = { action: 'disarm', guards: [{ id }] } as const

const good = (version: string) => pluginFile(version, `function demo_version() { return '${version}'; }`)
const files: Files = {
  'plugins/demo/demo.php': good('1.0'),
  'plugins/demo/inc/more.php': '<?php // more',
  'plugins/demo/readme.txt': 'Demo',
  'releases/good/demo.php': good('1.1'),
  'releases/fatal/demo.php': pluginFile('1.1', 'undefined_function_of_demo();'),
  'releases/parse/demo.php': pluginFile('1.1', 'function ( {'),
  'releases/memory/demo.php': pluginFile('1.1', "$x = ''; while ( true ) { $x .= str_repeat( 'x', 1000000 ); }"),
  'releases/time/demo.php': pluginFile('1.1', 'set_time_limit( 1 ); while ( true ) { $x = 1; }'),
  'releases/hook/demo.php': pluginFile(
    '1.1',
    "add_action( 'init', function () { undefined_function_of_demo(); }, 20 );",
  ),
  'releases/late/demo.php': pluginFile('1.1', "add_action( 'shown', function () { undefined_function_of_demo(); } );"),
  'releases/admin/demo.php': pluginFile('1.1', 'if ( is_admin() ) { undefined_function_of_demo(); }'),
  'releases/request/demo.php': pluginFile('1.1', "if ( isset( $_GET['crash'] ) ) { undefined_function_of_demo(); }"),
}
const install = (release: string): SmallRequest => ({ admin: true, update: { release, to: 'plugins/demo' } })
/** A request of Flotilla: it has nothing from a visitor. */
const probe: SmallRequest = { headers: { 'x-flotilla-guard': token } }

const sites: SmallWordPress[] = []
async function siteWith(php: RunPhp, more: Files = {}, options?: Record<string, unknown>): Promise<SmallWordPress> {
  const site = await SmallWordPress.create(php, { ...files, ...more }, options)
  sites.push(site)
  return site
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.remove()
})

// A loaded machine starts PHP slowly.
const timeout = 240_000

describe('the templates of the guard', () => {
  it('are the ones that were reviewed', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    // Change these only together with a review of the templates: they run on every guarded site.
    expect({ call: hash(guardCallTemplate), plugin: hash(guardPluginTemplate) }).toEqual({
      call: 'e4592b3f33a891a875ea33521d13522d62a130cefe0ebcc4a0c20e13c79cc3db',
      plugin: '9eccfccda01ff95092fff5dd3b59bc15b77492b222c492405d7f281240eca32a',
    })
  })

  it('contain values only as base64', () => {
    const code = buildGuardCall({ ...arm(), guards: [{ ...guard, slug: 'demo-plugin/demo.php' }] })
    expect(code).not.toContain('demo-plugin')
    expect(code).not.toContain(id)
    const [, data] = /answer\( '([A-Za-z0-9+/=]+)'/.exec(code) ?? []
    expect(JSON.parse(Buffer.from(data ?? '', 'base64').toString())).toMatchObject({ action: 'arm', guards: [{ id }] })
    expect(code.replace(data ?? '', '')).toBe(
      guardCallTemplate
        .replace('%%PLUGIN%%', () => guardPluginTemplate.trimEnd())
        .replace('%%DATA%%', '')
        .trim(),
    )
  })

  it.each([
    ['a slug with a quote', { slug: "demo/de'mo.php" }],
    ['a slug above its folder', { slug: '../demo.php' }],
    ['a slug that starts with a dot', { slug: '.demo/demo.php' }],
    ['a slug with a line break', { slug: 'demo/demo.php\n' }],
    ['a version with code', { version: "1.0'; phpinfo();" }],
    ['an id with a path', { id: '../../../../etc/passwd' }],
  ])('are not built with %s', (_, wrong) => {
    expect(() => buildGuardCall({ ...arm(), guards: [{ ...guard, ...wrong }] })).toThrow('cannot be guarded')
  })

  it('send no field that is not known', () => {
    const code = buildGuardCall({ ...arm(), guards: [{ ...guard, code: 'phpinfo();' } as never] })
    const [, data] = /answer\( '([A-Za-z0-9+/=]+)'/.exec(code) ?? []
    expect(Buffer.from(data ?? '', 'base64').toString()).not.toContain('phpinfo')
  })
})

describe.each(versions)('the guard in $name', { timeout }, ({ name, php: found }) => {
  describeIf({ present: typeof found !== 'string', name })('while a plugin is updated', () => {
    const php = found as RunPhp

    it('restores a release that is fatal when it loads, reports the culprit and leaves no trace', async () => {
      const site = await siteWith(php)
      const before = await site.files()
      expect((await site.call(arm())).guards).toMatchObject([{ id, state: 'armed', version: '1.0' }])
      expect((await site.request(install('fatal'))).body).toBe('PAGE updated')
      expect((await site.request()).healthy).toBe(false)
      expect((await site.request(probe)).healthy).toBe(false)
      expect((await site.request()).body).toBe('PAGE 1.0')
      expect((await site.call(note)).guards).toMatchObject([
        {
          state: 'restored',
          version: '1.0',
          culprit: {
            message: expect.stringContaining('undefined_function_of_demo'),
            file: 'wp-content/plugins/demo/demo.php',
            line: 7,
            context: 'front',
          },
        },
      ])
      expect((await site.call(disarm)).guards).toEqual([{ id, state: 'absent' }])
      expect(await site.files()).toEqual(before)
      expect(await site.read('plugins/demo/inc/more.php')).toBe('<?php // more')
    })

    it('restores a release that exhausts the memory, when two clean requests fail', async () => {
      const site = await siteWith(php)
      await site.call(arm())
      await site.request(install('memory'))
      for (let attempt = 0; attempt < 2; attempt++) expect((await site.request()).healthy).toBe(false)
      expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.1')
      for (let attempt = 0; attempt < 2; attempt++) expect((await site.request(probe)).healthy).toBe(false)
      expect((await site.request()).body).toBe('PAGE 1.0')
    })
  })
})

// The same code in every version; WebAssembly takes seconds per request.
describeIf({ present: typeof debian !== 'string', name: 'PHP 8.2 of Debian' })('the guard', { timeout }, () => {
  const php = versions[0]?.php as RunPhp

  it('passes the syntax check of PHP', async () => {
    if (typeof debian === 'string') return
    const site = await siteWith(php)
    const sources = { call: `<?php\n${buildGuardCall(arm())}`, plugin: guardPluginTemplate }
    for (const [name, source] of Object.entries(sources)) {
      const file = join(site.folder, `${name}.php`)
      await writeFile(file, source)
      const { stdout } = await run(debian.path, ['-l', file], { env: { ...process.env, ...debian.environment } })
      expect(stdout).toContain('No syntax errors detected')
    }
  })

  it('restores a release with a parse error', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('parse'))
    await site.request(probe)
    await site.request(probe)
    expect((await site.request()).body).toBe('PAGE 1.0')
  })

  it('ignores a fatal error that only one request causes', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('request'))
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await site.request({ query: { crash: '1' } })).healthy).toBe(false)
    expect((await site.request(probe)).healthy).toBe(true)
    expect((await site.request({ query: { crash: '1' } })).healthy).toBe(false)
    expect((await site.call(note)).guards).toMatchObject([{ state: 'armed', version: '1.1' }])
  })

  it('keeps the first copy when it is armed again after the update', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('good'))
    const other = { ...guard, id: 'b'.repeat(32), version: '1.1' }
    expect((await site.call({ ...arm(), guards: [other] })).guards).toMatchObject([{ reason: 'already_armed' }])
    expect((await site.call({ action: 'restore', guards: [{ id }] })).guards).toMatchObject([
      { state: 'restored', version: '1.0' },
    ])
  })

  it('restores a release that exceeds the time limit, when two clean requests fail', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('time'))
    expect((await site.request()).healthy).toBe(false)
    expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.1')
    for (let attempt = 0; attempt < 2; attempt++) expect((await site.request(probe)).healthy).toBe(false)
    expect((await site.request()).body).toBe('PAGE 1.0')
  })

  it('restores a release that is fatal in a callback of init', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('hook'))
    await site.request(probe)
    await site.request(probe)
    expect((await site.request()).body).toBe('PAGE 1.0')
  })

  it('ignores a fatal error after init', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('late'))
    for (let attempt = 0; attempt < 3; attempt++) await site.request(probe)
    expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.1')
  })

  it('restores a release that is fatal in the administration only, although visitors see no error', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('admin'))
    await site.request({ ...probe, admin: true })
    expect((await site.request()).healthy).toBe(true)
    await site.request({ ...probe, admin: true })
    expect((await site.call(note)).guards).toMatchObject([{ state: 'restored', culprit: { context: 'admin' } }])
  })

  it('never restores for visitors alone, however often they see the error', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('request'))
    for (let attempt = 0; attempt < 6; attempt++)
      await site.request({ query: { crash: '1' }, headers: { 'x-flotilla-guard': '6'.repeat(64) } })
    expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.1')
  })

  it('restores nothing before the update', async () => {
    const site = await siteWith(php, { 'mu-plugins/zz.php': '<?php undefined_function_of_another();' })
    await writeFile(join(site.folder, 'wp/wp-content/mu-plugins/zz.php'), '<?php')
    await site.call(arm())
    await writeFile(join(site.folder, 'wp/wp-content/mu-plugins/zz.php'), '<?php undefined_function_of_another();')
    await site.request(probe)
    await site.request(probe)
    await writeFile(join(site.folder, 'wp/wp-content/mu-plugins/zz.php'), '<?php')
    expect((await site.call(note)).guards).toMatchObject([{ state: 'armed', culprit: null }])
  })

  it('blames an update for errors in other software only until the new files have loaded once', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('good'))
    await site.request()
    await site.write({ 'mu-plugins/zz.php': '<?php undefined_function_of_another();' })
    await site.request(probe)
    await site.request(probe)
    expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.1')
  })

  it('removes itself, its copy and its folder when it has expired', async () => {
    const site = await siteWith(php)
    const before = await site.files()
    await site.call(arm({ seconds: 60 }))
    const name = `mu-plugins/flotilla-guard-${id}.php`
    const armed = (await site.read(name)) ?? ''
    const [whole, data] = /'([A-Za-z0-9+/=]+)' \);\n$/.exec(armed) ?? []
    const config = JSON.parse(Buffer.from(data ?? '', 'base64').toString())
    const expired = Buffer.from(JSON.stringify({ ...config, expires: config.expires - 61 })).toString('base64')
    await site.write({ [name]: armed.replace(whole ?? '', `'${expired}' );\n`) })
    expect((await site.request()).body).toBe('PAGE 1.0')
    expect(await site.files()).toEqual(before)
  })

  it('removes itself from a copy of the site in another folder', async () => {
    const site = await siteWith(php)
    const before = await site.files()
    await site.call(arm())
    const name = `mu-plugins/flotilla-guard-${id}.php`
    const armed = (await site.read(name)) ?? ''
    const [whole, data] = /'([A-Za-z0-9+/=]+)' \);\n$/.exec(armed) ?? []
    const config = JSON.parse(Buffer.from(data ?? '', 'base64').toString())
    const other = Buffer.from(JSON.stringify({ ...config, abspath: '/other/' })).toString('base64')
    await site.write({ [name]: armed.replace(whole ?? '', `'${other}' );\n`) })
    await site.request()
    expect(await site.files()).toEqual(before)
  })

  it('is armed twice with the same files without a second copy', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    const once = (await site.files()).length
    expect((await site.call(arm())).guards).toMatchObject([{ state: 'armed' }])
    const other = 'b'.repeat(32)
    expect((await site.call({ ...arm(), guards: [{ ...guard, id: other }] })).guards).toMatchObject([
      { id: other, state: 'armed' },
    ])
    expect((await site.files()).length).toBe(once)
    expect((await site.files()).some((file) => file.includes(id))).toBe(false)
  })

  it('keeps no file of the copy under a name that a web server runs, and none that can be guessed', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    const names = await readdir(join(site.folder, 'wp/wp-content/mu-plugins'))
    const folder = names.find((each) => !each.endsWith('.php')) ?? ''
    expect(folder).toMatch(new RegExp(`^flotilla-guard-${id}-[0-9a-f]{24}$`))
    expect((await readdir(join(site.folder, 'wp/wp-content/mu-plugins', folder))).sort()).toEqual([
      '.htaccess',
      'copy.bin',
      'index.html',
      'state.php',
    ])
    const state = await readFile(join(site.folder, 'wp/wp-content/mu-plugins', folder, 'state.php'), 'utf8')
    expect(state.startsWith('<?php exit; ?>')).toBe(true)
  })

  it('deactivates a plugin instead of restoring a version with a known vulnerability', async () => {
    const site = await siteWith(php, {}, { transient_update_plugins: { response: {} } })
    await site.call({ ...arm(), guards: [{ ...guard, vulnerable: true }] })
    await site.request(install('fatal'))
    await site.request(probe)
    await site.request(probe)
    expect((await site.request()).body).toBe('PAGE without demo')
    expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.1')
    expect(await site.options()).toMatchObject({ active_plugins: [] })
    expect((await site.call(note)).guards).toMatchObject([{ state: 'deactivated', version: '1.1' }])
  })

  it('deactivates a plugin of the whole network in a multisite', async () => {
    const options = {
      multisite: true,
      active_plugins: [],
      site_active_sitewide_plugins: { 'demo/demo.php': 1, 'x/x.php': 1 },
    }
    const site = await siteWith(php, {}, options)
    await site.call({ ...arm(), guards: [{ ...guard, vulnerable: true }] })
    await site.request(install('fatal'))
    await site.request(probe)
    await site.request(probe)
    expect(await site.options()).toMatchObject({ site_active_sitewide_plugins: { 'x/x.php': 1 } })
  })

  it('leaves a vulnerable theme for a person', async () => {
    const theme: Files = {
      'themes/look/style.css': '/*\nTheme Name: Look\nVersion: 2.0\n*/',
      'themes/look/functions.php': '<?php',
      'releases/theme/style.css': '/*\nTheme Name: Look\nVersion: 2.1\n*/',
      'releases/theme/functions.php': '<?php undefined_function_of_look();',
    }
    const site = await siteWith(php, theme, { template: 'look' })
    const item = { id, type: 'theme', slug: 'look', version: '2.0' } as const
    await site.call({ ...arm(), guards: [{ ...item, vulnerable: true }] })
    await site.request({ admin: true, update: { release: 'theme', to: 'themes/look' } })
    await site.request(probe)
    await site.request(probe)
    expect(await site.read('themes/look/style.css')).toContain('2.1')
    const restored = await siteWith(php, theme, { template: 'look' })
    await restored.call({ ...arm(), guards: [{ ...item, vulnerable: false }] })
    await restored.request({ admin: true, update: { release: 'theme', to: 'themes/look' } })
    await restored.request(probe)
    await restored.request(probe)
    expect(await restored.read('themes/look/style.css')).toContain('2.0')
    expect((await restored.request()).body).toBe('PAGE 1.0')
  })

  it('restores a plugin that is a single file', async () => {
    const site = await siteWith(
      php,
      { 'plugins/single.php': good('1.0'), 'releases/single.php': files['releases/fatal/demo.php'] ?? '' },
      { active_plugins: ['single.php'] },
    )
    const before = await site.files()
    expect((await site.call({ ...arm(), guards: [{ ...guard, slug: 'single.php' }] })).guards).toMatchObject([
      { state: 'armed' },
    ])
    await site.request({ admin: true, update: { release: 'single.php', to: 'plugins/single.php' } })
    await site.request(probe)
    await site.request(probe)
    expect((await site.request()).body).toBe('PAGE 1.0')
    await site.call(disarm)
    expect(await site.files()).toEqual(before)
  })

  it('restores only the culprit of two guarded plugins', async () => {
    const second = { ...guard, id: 'b'.repeat(32), slug: 'other/other.php' }
    const site = await siteWith(
      php,
      { 'plugins/other/other.php': pluginFile('1.0'), 'releases/other/other.php': pluginFile('1.1') },
      { active_plugins: ['other/other.php', 'demo/demo.php'] },
    )
    await site.call({ ...arm(), guards: [guard, second] })
    await site.request({ admin: true, update: { release: 'other', to: 'plugins/other' } })
    await site.request(install('fatal'))
    await site.request(probe)
    await site.request(probe)
    expect(await site.read('plugins/demo/demo.php')).toContain('Version: 1.0')
    expect(await site.read('plugins/other/other.php')).toContain('Version: 1.1')
  })

  it.each([
    [
      'its folder is a link',
      'symlink',
      async (folder: string) => {
        await mkdir(join(folder, 'elsewhere'))
        await writeFile(join(folder, 'elsewhere/link.php'), pluginFile('1.0'))
        await symlink(join(folder, 'elsewhere'), join(folder, 'wp/wp-content/plugins/link'))
      },
    ],
    [
      'it contains a link',
      'symlink',
      async (folder: string) => {
        await mkdir(join(folder, 'wp/wp-content/plugins/link'))
        await writeFile(join(folder, 'wp/wp-content/plugins/link/link.php'), pluginFile('1.0'))
        await symlink('/etc', join(folder, 'wp/wp-content/plugins/link/etc'))
      },
    ],
    ['it is not installed', 'not_installed', async () => {}],
    [
      'another version is installed',
      'other_version',
      async (folder: string) => {
        await mkdir(join(folder, 'wp/wp-content/plugins/link'))
        await writeFile(join(folder, 'wp/wp-content/plugins/link/link.php'), pluginFile('0.9'))
      },
    ],
  ])('refuses a plugin and leaves nothing when %s', async (_, reason, prepare) => {
    const site = await siteWith(php)
    await prepare(site.folder)
    const before = await site.files()
    expect((await site.call({ ...arm(), guards: [{ ...guard, slug: 'link/link.php' }] })).guards).toMatchObject([
      { id, reason },
    ])
    expect(await site.files()).toEqual(before)
  })

  it('removes the maintenance file and the offers that a failed update left', async () => {
    const site = await siteWith(php, {}, { transient_update_plugins: { response: {} } })
    await site.call(arm())
    await site.request({ admin: true, update: { release: 'fatal', to: 'plugins/demo', leavesMaintenance: true } })
    expect(await site.files()).not.toContain('.maintenance')
    await site.request(probe)
    await site.request(probe)
    expect((await site.request()).body).toBe('PAGE 1.0')
    expect(await site.options()).not.toHaveProperty('transient_update_plugins')
  })

  it('finishes a restore whose process was killed between two steps', async () => {
    const site = await siteWith(php)
    await site.call(arm())
    await site.request(install('fatal'))
    const plugins = join(site.folder, 'wp/wp-content/plugins')
    await mkdir(join(plugins, `.flotilla-guard-${id}-new`))
    await writeFile(join(plugins, `.flotilla-guard-${id}-new/demo.php`), files['plugins/demo/demo.php'] ?? '')
    const { rename } = await import('node:fs/promises')
    await rename(join(plugins, 'demo'), join(plugins, `.flotilla-guard-${id}-old`))
    expect((await site.request()).body).toBe('PAGE 1.0')
    await site.call(disarm)
    expect(await readdir(plugins)).toEqual(['demo'])
  })

  it('sweeps what is left and keeps the guards that are named', async () => {
    const site = await siteWith(php)
    const before = await site.files()
    await site.call(arm())
    expect((await site.call({ action: 'sweep', keep: [id] })).removed).toBe(0)
    await mkdir(join(site.folder, 'wp/wp-content/plugins', `.flotilla-guard-${'c'.repeat(32)}-old`))
    expect((await site.call({ action: 'sweep', keep: [] })).removed).toBe(2)
    expect(await site.files()).toEqual(before)
  })
})
