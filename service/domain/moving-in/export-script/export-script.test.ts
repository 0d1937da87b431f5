import { describe, expect, it } from 'vitest'
import { findDebianProgram } from '../../../testing/debian-programs.ts'
import { findPhpWasm } from '../../../testing/php/php-wasm.ts'
import { phpOfDebian, type RunPhp } from '../../../testing/php/run-php.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { ExportReader, type ExportRecord } from '../export-file/export-reader.ts'
import { openCredential, openSiteKey } from '../export-file/open-stored-key.ts'
import { type FakeDashboard, runExportScript } from '../testing/fake-dashboard.ts'
import { generatedKey, keysForScript } from '../testing/script-keys.ts'
import { filenameSecret, keyFormats, storeCredential, storeKey } from '../testing/stored-keys.ts'
import { buildExportScript, fingerprintOf } from './export-script.ts'

const debian = await findDebianProgram('php8.2', 'php8.2-cli')
const versions: { name: string; php: RunPhp | string }[] = [
  {
    name: 'PHP 8.2 of Debian',
    php: typeof debian === 'string' ? debian : phpOfDebian(debian.path, debian.environment),
  },
  { name: 'PHP 7.4 as WebAssembly', php: await findPhpWasm('7-4') },
  { name: 'PHP 8.5 as WebAssembly', php: await findPhpWasm('8-5') },
]

const { script, keys } = keysForScript()
const keyOfSites = generatedKey()
const password = storeCredential('pa\\"ss wörd', 'site_credential_http_pass_1')

function dashboardWith(sites: number): FakeDashboard {
  const stored = Array.from({ length: sites }, (_, index) => storeKey(keyFormats[index % 3]!, index + 1, keyOfSites))
  return {
    tables: {
      group: [{ id: 4, name: 'Care plan', color: '#34424d' }],
      wp: stored.map(({ privkey, pubkey }, index) => ({
        id: index + 1,
        name: index === 0 ? 'Zürich \u{1f600} <b>' : `Site ${index + 1}`,
        url: `https://site${index + 1}.example/`,
        adminname: 'admin',
        privkey,
        pubkey,
        http_user: 'web',
        http_pass: index === 0 ? password.column : '',
        note: 'x'.repeat(2_000),
        plugins: JSON.stringify([{ slug: 'a/a.php', name: 'A', version: '1.0', description: 'long' }]),
        plugin_upgrades: JSON.stringify({ 'a/a.php': { Name: 'A', update: { slug: 'a', new_version: '1.1' } } }),
        theme_upgrades: '[]',
        themes: 'a:0:{}',
        // A column that later versions may have, and that is not exported.
        users: 'private',
      })),
      users: [{ userid: 0, ignored_plugins: '{"a/a.php":"A"}', user_email: 'owner@old.example' }],
      wp_options: [
        { opt_id: 1, wpid: 1, name: 'ignored_wp_upgrades', value: '{"ignored_versions":["7.0"]}' },
        { opt_id: 2, wpid: 1, name: 'site_info', value: '{"wpversion":"6.8","phpversion":"8.2","ip":"private"}' },
        { opt_id: 3, wpid: 1, name: 'recent_posts', value: 'not exported' },
      ],
      wp_sync: [{ sync_id: 1, wpid: 1, version: '6.1', dtsSync: 1_794_700_800, sync_errors: 'not exported' }],
    },
    options: { mainwp_private_filename_secret: filenameSecret, mainwp_sslVerifyCertificate: '1' },
    pk: {
      site_credential_http_pass_1: password.file,
      ...Object.fromEntries(stored.flatMap(({ file }) => (file ? [[file.name, file.content]] : []))),
    },
  }
}

function readFile(text: string): ExportRecord[] {
  const reader = new ExportReader(keys)
  const records = reader.read(text)
  reader.requireEnd()
  return records
}
const rowsOf = (records: ExportRecord[], table: string) =>
  records.filter((each) => each.table === table).map(({ row }) => row)

// A loaded machine starts PHP slowly.
const timeout = 120_000

describe.each(versions)('the export script in $name', { timeout }, ({ name, php: found }) => {
  describeIf({ present: typeof found !== 'string', name })('with a small fleet', () => {
    const php = found as RunPhp

    it('exports every key format, and the reader opens each', async () => {
      const { stdout, stderr, calls } = await runExportScript(php, script, dashboardWith(6))
      const records = readFile(stdout)
      const sites = rowsOf(records, 'wp')
      expect(sites.map(({ name }) => name)).toEqual([
        'Zürich \u{1f600} <b>',
        'Site 2',
        'Site 3',
        'Site 4',
        'Site 5',
        'Site 6',
      ])
      expect(sites.map((row) => openSiteKey(row)?.privateKeyPem)).toEqual(Array(6).fill(keyOfSites))
      expect(openCredential(sites[0]!, 'http_pass')).toBe('pa\\"ss wörd')
      expect(openCredential(sites[1]!, 'http_user')).toBe('web')
      expect(rowsOf(records, 'group')).toEqual([{ id: '4', name: 'Care plan', color: '#34424d' }])
      expect(rowsOf(records, 'users')).toEqual([{ userid: '0', ignored_plugins: '{"a/a.php":"A"}' }])
      expect(sites[0]).toMatchObject({
        plugins: { 'a/a.php': '1.0' },
        plugin_upgrades: { 'a/a.php': '1.1' },
        themes: null,
      })
      expect(rowsOf(records, 'wp_sync')).toEqual([{ sync_id: '1', wpid: '1', version: '6.1', dtsSync: '1794700800' }])
      expect(rowsOf(records, 'wp_options').map(({ value }) => value)).toEqual([
        '{"ignored_versions":["7.0"]}',
        '{"wpversion":"6.8","phpversion":"8.2"}',
      ])
      expect(rowsOf(records, 'end')).toEqual([{ dashboard: 1, group: 1, wp: 6, wp_sync: 1, wp_options: 2, users: 1 }])
      expect(stdout).not.toContain('site1.example')
      expect(records.some(({ row }) => 'user_email' in row || row.users === 'private')).toBe(false)
      expect(calls).toEqual([])
      expect(stderr.trim()).toBe(`Fingerprint: ${fingerprintOf(keysForScript().publicKeyPem)}`)
    })

    it('answers a POST of an administrator with the file', async () => {
      const { stdout, calls } = await runExportScript(php, script, dashboardWith(1), 'post')
      expect(rowsOf(readFile(stdout), 'wp')).toHaveLength(1)
      expect(calls).toEqual([])
    })

    it.each(['get', 'post without nonce', 'post as an editor'] as const)('refuses a call: %s', async (call) => {
      const { stdout, calls } = await runExportScript(php, script, dashboardWith(1), call)
      expect(stdout).toBe('')
      expect(calls).toEqual([expect.stringMatching(/^wp_die /)])
    })
  })
})

// The same code in every version; WebAssembly takes seconds per start.
describeIf({ present: typeof debian !== 'string', name: 'PHP 8.2 of Debian' })('the export script', { timeout }, () => {
  const php = versions[0]?.php as RunPhp

  it('streams a fleet of several pages in chunks that fit the memory of PHP', async () => {
    const { stdout } = await runExportScript(php, script, dashboardWith(450))
    expect(rowsOf(readFile(stdout), 'wp')).toHaveLength(450)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(90_000)
  })

  it('ends at once when its file is called directly', async () => {
    expect(await runExportScript(php, script, dashboardWith(1), 'direct')).toMatchObject({
      stdout: '',
      stderr: '',
      calls: [],
    })
  })

  it('shows a page with the fingerprint and a form, and exports nothing by being loaded', async () => {
    const { stdout, calls } = await runExportScript(php, script, dashboardWith(1), 'plugin loaded')
    expect(calls).toEqual(['page for manage_options'])
    expect(stdout).toContain(fingerprintOf(keysForScript().publicKeyPem))
    expect(stdout).toContain('method="post"')
    expect(stdout).not.toContain('flotilla-export-1')
  })

  it('prints nothing when it is an active plugin and wp-cli runs any command', async () => {
    const { stdout, stderr } = await runExportScript(php, script, dashboardWith(1), 'plugin loaded in wp-cli')
    expect(stdout + stderr).toBe('')
  })

  it('writes no file and leaves the key files as they are', async () => {
    const { changed, stdout } = await runExportScript(php, script, dashboardWith(3))
    expect(stdout).not.toBe('')
    expect(changed).toEqual([])
  })

  it('says that it has expired', async () => {
    const expired = buildExportScript({ ...keysForScript().parts, expiresAt: new Date('2020-01-01') })
    const { stdout, stderr } = await runExportScript(php, expired, dashboardWith(1))
    expect(stderr).toContain('This script has expired.')
    expect(() => readFile(stdout)).toThrow('the script stopped with an error')
  })
})
