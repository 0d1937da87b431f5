import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDebianProgram } from '../../../testing/debian-programs.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { buildGuardCall, type GuardRequest } from './build-guard-call.ts'
import { pluginFile, SmallWordPress } from './testing/small-wordpress.ts'

const debian = await findDebianProgram('php8.2', 'php8.2-cli', 'php8.2-curl', 'php8.2-opcache')
const id = 'a'.repeat(32)
const token = '5'.repeat(64)
const good = (version: string) => pluginFile(version, `function demo_version() { return '${version}'; }`)
// Many files, so that a restore takes a while.
const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [`plugins/demo/inc/${index}.php`, `<?php // ${index}`]),
)

let site: SmallWordPress
let server: { url: string; stop(): Promise<void> }

const visit = (path = '', headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers }).then(
    async (response) => ({ status: response.status, body: await response.text() }),
    // The server has not started yet.
    () => ({ status: 0, body: '' }),
  )
const post = async (fields: Record<string, string>) => {
  const response = await fetch(`${server.url}wp-admin/admin-ajax.php`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return response.text()
}
const call = async (request: GuardRequest) => {
  const [, json] = /FLOTILLA-GUARD (\{.*\}) END/s.exec(await post({ snippet: buildGuardCall(request) })) ?? []
  return JSON.parse(json ?? '{}').guards?.[0]
}
const arm = () =>
  call({
    action: 'arm',
    token,
    seconds: 3600,
    now: Math.floor(Date.now() / 1000),
    guards: [{ id, type: 'plugin', slug: 'demo/demo.php', version: '1.0', vulnerable: false }],
  })
const install = (release: string) => post({ update: JSON.stringify({ release, to: 'plugins/demo' }) })

describeIf({ present: typeof debian !== 'string', name: 'PHP 8.2 of Debian' })(
  'the guard on a web server',
  { timeout: 240_000 },
  () => {
    beforeEach(async () => {
      if (typeof debian === 'string') return
      site = await SmallWordPress.create(async () => ({ stdout: '', stderr: '' }), {
        ...many,
        'plugins/demo/demo.php': good('1.0'),
        'releases/fatal/demo.php': pluginFile('1.1', 'undefined_function_of_demo();'),
        'releases/request/demo.php': pluginFile(
          '1.1',
          "if ( isset( $_GET['crash'] ) ) { undefined_function_of_demo(); }",
        ),
      })
      server = await site.serve(debian.path, debian.environment)
      await expect.poll(() => visit(), { timeout: 100_000 }).toEqual({ status: 200, body: 'PAGE 1.0' })
    })
    afterEach(async () => {
      await server.stop()
      await site.remove()
    })

    it('heals by itself after a visitor met the error, although OPcache keeps compiled files', async () => {
      expect(await arm()).toMatchObject({ state: 'armed' })
      await install('fatal')
      expect((await visit()).status).toBe(500)
      await expect.poll(() => visit(), { timeout: 100_000 }).toEqual({ status: 200, body: 'PAGE 1.0' })
      expect(await call({ action: 'note', guards: [{ id }] })).toMatchObject({ state: 'restored', version: '1.0' })
    })

    it('restores once and completely while many visitors come', async () => {
      await arm()
      await install('fatal')
      await expect
        .poll(
          async () =>
            (await Promise.all(Array.from({ length: 12 }, () => visit()))).every(({ status }) => status === 200),
          {
            timeout: 100_000,
          },
        )
        .toBe(true)
      expect((await readdir(join(site.folder, 'wp/wp-content/plugins/demo/inc'))).length).toBe(300)
      expect(await readdir(join(site.folder, 'wp/wp-content/plugins'))).toEqual(['demo'])
      await call({ action: 'disarm', guards: [{ id }] })
      expect(await readdir(join(site.folder, 'wp/wp-content'))).toEqual(['plugins', 'themes'])
    })

    it('leaves a release alone that only requests with a parameter crash, however many come', async () => {
      await arm()
      await install('request')
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(Array.from({ length: 6 }, () => visit('?crash=1')))
        expect(answers.every(({ status }) => status === 500)).toBe(true)
      }
      expect(await call({ action: 'note', guards: [{ id }] })).toMatchObject({ state: 'armed', version: '1.1' })
    })

    it('shows nothing of itself, its note or its copy over the web', async () => {
      await arm()
      await install('fatal')
      await visit()
      await expect.poll(() => visit(), { timeout: 100_000 }).toMatchObject({ status: 200 })
      const names = await readdir(join(site.folder, 'wp/wp-content/mu-plugins'))
      const folder = names.find((name) => !name.endsWith('.php')) ?? ''
      expect((await visit(`wp-content/mu-plugins/flotilla-guard-${id}.php`)).body).toBe('')
      expect((await visit(`wp-content/mu-plugins/${folder}/state.php`)).body).toBe('')
      expect((await visit(`wp-content/mu-plugins/${folder}/copy.bin`)).status).toBe(404)
    })
  },
)
