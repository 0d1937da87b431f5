import { beforeEach, describe, expect, it } from 'vitest'
import type { ReleaseEffect } from '../site/releases.ts'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, type Loose } from '../testing/dashboard.ts'

const here = connectedFleet()
const file = 'a/a.php'
const id = 'a'.repeat(32)
const token = '5'.repeat(64)
const item = { id, type: 'plugin', slug: file, version: '1.0', vulnerable: false }

beforeEach(() => {
  here.site.addPlugin({ file, name: 'A', version: '1.0', offer: '1.1' })
})

/** The code that a dashboard sends: the simulator reads only its data. */
async function guardCall(data: object): Promise<Loose> {
  const code = `echo Flotilla_Guard_Call::answer( '${Buffer.from(JSON.stringify(data)).toString('base64')}', '' );`
  const { payload } = await call(here.site.url, 'code_snippet', { action: 'run_snippet', code })
  const [, json] = /FLOTILLA-GUARD (.*) END/.exec(payload.result ?? '') ?? []
  return json === undefined ? payload : JSON.parse(json)
}
const arm = (more: object = {}) => guardCall({ action: 'arm', guards: [{ ...item, ...more }], token, seconds: 600 })
async function update(effect: ReleaseEffect): Promise<void> {
  here.site.onUpdate(file, effect)
  await call(here.site.url, 'upgradeplugintheme', { type: 'plugin', list: file })
}
const visit = async (path = '', headers: Record<string, string> = {}) => {
  const response = await fetch(`${here.site.url}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, body: await response.text() }
}

describe('a bad release', () => {
  it('that is fatal at load ends every request, and the connector with it', async () => {
    await update('fatal-at-load')
    expect(await visit()).toMatchObject({ status: 500, body: expect.stringContaining('critical error') })
    expect((await call(here.site.url, 'cloneinfo', {})).status).toBe(500)
    expect(here.site.releases).toMatchObject({ isBroken: true, wasBroken: true })
    here.site.addPlugin({ file, name: 'A', version: '1.0' })
    expect((await visit()).status).toBe(200)
    expect(here.site.releases).toMatchObject({ isBroken: false, wasBroken: true })
  })

  it('that is fatal in the administration leaves the front page alone', async () => {
    await update('fatal-in-admin')
    expect((await visit()).status).toBe(200)
    expect((await visit('wp-admin/admin-ajax.php')).status).toBe(500)
  })

  it('that is fatal for one request fails only with its parameter', async () => {
    await update('fatal-for-one-request')
    expect((await visit('?crash=1')).status).toBe(500)
    expect((await visit()).status).toBe(200)
    expect(here.site.releases.isBroken).toBe(false)
  })

  it('that breaks later is fine until then', async () => {
    await update('blank-later')
    expect((await visit()).body).not.toBe('')
    expect(here.site.releases.isBroken).toBe(false)
    here.site.releases.hurry()
    expect(await visit()).toEqual({ status: 200, body: '' })
    expect(here.site.releases.isBroken).toBe(true)
  })

  it('is blank only for visitors without a cookie', async () => {
    await update('blank-without-cookie')
    expect((await visit()).body).toBe('')
    expect((await visit('', { cookie: 'a=1' })).body).not.toBe('')
  })

  it('that needs a newer PHP is not installed', async () => {
    here.site.onUpdate(file, 'needs-newer-php')
    await call(here.site.url, 'upgradeplugintheme', { type: 'plugin', list: file })
    expect(here.site.plugin(file)?.version).toBe('1.0')
  })

  it('that is fatal on screens of the administration is taken back after two of them', async () => {
    await arm()
    await update('fatal-in-admin-menu')
    expect((await visit()).status).toBe(200)
    const { login } = here.site.admin
    const [cookie = ''] = here.site.sessions
      .logIn(login, here.site.siteUrl, here.site.random, here.site.now())
      .map((line) => line.split(';')[0] ?? '')
    expect((await visit('wp-admin/index.php', { cookie })).status).toBe(500)
    expect(here.site.plugin(file)?.version).toBe('1.1')
    await visit('wp-admin/index.php', { cookie })
    expect(here.site.plugin(file)?.version).toBe('1.0')
    expect((await visit('wp-admin/index.php', { cookie })).status).toBe(200)
  })

  it('shows an empty or a broken page', async () => {
    await update('blank')
    expect(await visit()).toEqual({ status: 200, body: '' })
    here.site.addPlugin({ file, name: 'A', version: '1.0', offer: '1.2' })
    await update('visually-broken')
    expect((await visit()).body).not.toContain('rel="stylesheet"')
  })

  it('changes the database, which an older version does not undo', async () => {
    await update('migrates-database')
    here.site.addPlugin({ file, name: 'A', version: '1.0' })
    expect(here.site.releases.databaseVersions.get(file)).toBe('1.1')
  })

  it('leaves the site in maintenance', async () => {
    await update('leaves-maintenance')
    expect((await visit()).status).toBe(503)
  })
})

describe('a guard', () => {
  it('puts the old version back after the first visit, and reports the culprit', async () => {
    expect((await arm()).guards).toEqual([{ id, state: 'armed', version: '1.0', direct: 'ready' }])
    await update('fatal-at-load')
    expect((await visit()).status).toBe(500)
    expect((await visit()).status).toBe(200)
    expect(here.site.plugin(file)).toMatchObject({ version: '1.0', offer: { version: '1.1' } })
    const note = await guardCall({ action: 'note', guards: [{ id }] })
    expect(note.guards).toMatchObject([{ state: 'restored', culprit: { context: 'front' } }])
    await guardCall({ action: 'disarm', guards: [{ id }] })
    expect(here.site.guards.all).toEqual([])
  })

  it('needs two requests with its token where the site cannot request itself', async () => {
    here.site.guards.loopback = false
    await arm()
    await update('fatal-at-load')
    await visit('', { 'x-flotilla-guard': 'wrong' })
    await visit('', { 'x-flotilla-guard': 'wrong' })
    expect(here.site.plugin(file)?.version).toBe('1.1')
    await visit('', { 'x-flotilla-guard': token })
    expect(here.site.plugin(file)?.version).toBe('1.0')
  })

  it('ignores a release that only requests with a parameter crash', async () => {
    await arm()
    await update('fatal-for-one-request')
    for (let attempt = 0; attempt < 3; attempt++) await visit('?crash=1', { 'x-flotilla-guard': token })
    expect(here.site.plugin(file)?.version).toBe('1.1')
  })

  it.each(['exhausts-memory', 'exit-at-load', 'error-at-load'] as const)(
    'needs two clean requests where the site cannot request itself: %s',
    async (effect) => {
      here.site.guards.loopback = false
      await arm()
      await update(effect)
      await visit()
      await visit('', { 'x-flotilla-guard': token })
      expect(here.site.plugin(file)?.version).toBe('1.1')
      await visit('', { 'x-flotilla-guard': token })
      expect(here.site.plugin(file)?.version).toBe('1.0')
    },
  )

  it('removes the maintenance file', async () => {
    await arm()
    await update('leaves-maintenance')
    expect((await visit()).status).toBe(200)
  })

  it('expires', async () => {
    await arm()
    here.clock.advance(600_000)
    expect(here.site.guards.all).toEqual([])
  })

  it('is refused by hosts that forbid snippets or writing', async () => {
    here.site.filesReadOnly = true
    expect((await arm()).guards).toMatchObject([{ reason: 'not_writable' }])
    here.site.snippetsForbidden = true
    expect(await arm()).toEqual({ status: 'FAIL' })
  })
})
