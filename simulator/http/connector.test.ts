import { createPublicKey } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, encode, keyPair, post, pssSignature, send, server, signature } from '../testing/dashboard.ts'

let fleet: Fleet
let site: Site

beforeEach(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
})
afterEach(() => fleet.close())

const refused = /^Authentication failed! Please deactivate and re-activate/
const raw = (values: object) => post(site.url, { function: 'cloneinfo', nonce: 'n', ...values } as never)
const good = () => ({ mainwpsignature: signature('cloneinfon', keyPair()), sign_algo: 7 })

describe('signatures', () => {
  it.each([6, 7, 8, 9])('may use algorithm %i, in any order', async (algorithm) => {
    await call(site.url, 'cloneinfo', {}, keyPair(), { algorithm: 9 })
    expect((await call(site.url, 'cloneinfo', {}, keyPair(), { algorithm })).payload.home).toBe(site.siteUrl)
  })

  it('may use SHA-1 only until a stronger algorithm was used', async () => {
    expect((await call(site.url, 'cloneinfo', {}, keyPair(), { algorithm: 1 })).payload.home).toBeDefined()
    await call(site.url, 'cloneinfo', {})
    const { payload } = await call(site.url, 'cloneinfo', {}, keyPair(), { algorithm: 1 })
    expect(payload.error).toContain('OPENSSL_ALGO_SHA1')
    expect(payload).not.toHaveProperty('error_code')
  })

  it('mean SHA-1 without sign_algo, accepted only while no sign_algo was seen', async () => {
    const sha1 = { mainwpsignature: signature('cloneinfon', keyPair(), 1) }
    expect((await raw(sha1)).payload.home).toBeDefined()
    await raw(good())
    expect((await raw(sha1)).payload.error).toMatch(refused)
  })

  it('fail with any other algorithm number, key or message', async () => {
    expect((await raw({ ...good(), sign_algo: 5 })).payload.error).toMatch(refused)
    expect((await raw({ ...good(), nonce: 'm' })).payload.error).toMatch(refused)
    expect((await raw({ ...good(), function: 'stats' })).payload.error).toMatch(refused)
    expect((await call(site.url, 'cloneinfo', {}, keyPair(1))).payload).toEqual({
      error: expect.stringMatching(refused),
    })
  })

  it('do not cover parameters and can be replayed', async () => {
    await raw(good())
    expect((await raw({ ...good(), anything: 'else' })).payload.home).toBeDefined()
  })

  it('may be PSS with a salt of exactly 32 bytes', async () => {
    const pss = (salt: number) => raw({ verifylib: 1, mainwpsignature: pssSignature('cloneinfon', keyPair(), salt) })
    expect((await pss(32)).payload.home).toBeDefined()
    expect((await pss(222)).payload.error).toMatch(refused)
    expect((await raw({ ...good(), verifylib: 1 })).payload.error).toMatch(refused)
  })

  it('verify with a key in PKCS#1 form too', async () => {
    const publicKey = createPublicKey(keyPair().publicKey).export({ type: 'pkcs1', format: 'pem' }).toString()
    site.connect({ publicKey, server })
    expect((await raw(good())).payload.home).toBeDefined()
  })

  it('tolerate one more percent-encoding, and white space and tags in the nonce', async () => {
    expect(
      (await raw({ ...good(), mainwpsignature: encodeURIComponent(good().mainwpsignature) })).payload.home,
    ).toBeDefined()
    expect((await raw({ ...good(), nonce: ' <b>n</b> ' })).payload.home).toBeDefined()
  })

  it('give PARSE_ERROR1 when empty', async () => {
    expect((await raw({ mainwpsignature: '' })).payload.error_code).toBe('PARSE_ERROR1')
  })
})

describe('the named user', () => {
  it('must exist and be an administrator, but need not be the connected one', async () => {
    site.addUser({ login: 'ed', role: 'editor' })
    site.addUser({ login: 'second', role: 'administrator' })
    const as = async (user: string) => (await call(site.url, 'cloneinfo', { user })).payload
    expect(await as('nobody')).toEqual({ error: expect.stringMatching(/^Unexisting administrator user/) })
    expect(await as('ed')).toEqual({ error: expect.stringMatching(/^User not administrator/) })
    expect(await as('second')).toHaveProperty('home')
  })

  it('is replaced by alt_user, which is ignored when it is no administrator', async () => {
    const ed = site.addUser({ login: 'ed', role: 'editor' })
    const second = site.addUser({ login: 'second', role: 'administrator' })
    const new_post = Buffer.from('{"post_title":"x"}').toString('base64')
    await call(site.url, 'newpost', { new_post, alt_user: 'second' })
    await call(site.url, 'newpost', { new_post, alt_user: 'ed' })
    expect(site.posts.slice(-2).map(({ authorId }) => authorId)).toEqual([second.id, 1])
    expect(ed.role).toBe('editor')
  })
})

describe('where and how a call may be made', () => {
  it.each(['', 'wp-admin/', 'wp-login.php', 'wp-admin/admin-ajax.php'])('answers at "%s"', async (path) => {
    expect((await call(site.url, 'cloneinfo', {}, keyPair(), { posting: { path } })).payload.home).toBe(site.siteUrl)
  })

  it('does not answer at wp-cron.php, to GET, or to JSON', async () => {
    const fields = { function: 'cloneinfo', nonce: 'n', ...good() }
    expect((await post(site.url, fields, { path: 'wp-cron.php' })).payload).toBeUndefined()
    const get = await send(site.url, '', { method: 'GET', path: `wp-admin/admin-ajax.php?${encode(fields)}` })
    expect([get.status, get.body]).toEqual([400, '0'])
    const path = 'wp-admin/admin-ajax.php'
    const json = await send(site.url, JSON.stringify(fields), { path, headers: { 'Content-Type': 'application/json' } })
    expect([json.status, json.body]).toEqual([400, '0'])
  })

  it('takes sign_algo from the query', async () => {
    const { mainwpsignature } = good()
    const { payload } = await post(
      site.url,
      { function: 'cloneinfo', nonce: 'n', mainwpsignature },
      { path: 'wp-admin/admin-ajax.php?sign_algo=7' },
    )
    expect(payload.home).toBeDefined()
  })

  it('does not handle unsigned calls: WordPress answers 400 and 0', async () => {
    const { status, body } = await post(site.url, { function: 'get_all_plugins', user: 'admin' })
    expect([status, body]).toEqual([400, '0'])
    expect((await post(site.url, { function: 'get_all_plugins' }, { path: '' })).body).toContain(site.business.tagline)
  })
})

describe('other answers', () => {
  it('answers four fields to an unsigned stats, unless connected', async () => {
    const { payload } = await post(site.url, { function: 'stats' })
    expect(payload.error).toMatch(/^This site already contains a link/)
    site.disconnect()
    const unconnected = (await post(site.url, { function: 'stats' })).payload
    expect(unconnected).toEqual({ version: '6.1', wpversion: site.core.installed, wpe: 0, wphost: '' })
  })

  it('refuses functions of other versions', async () => {
    expect((await call(site.url, 'time_travel', {})).payload.error_code).toBe('child_plugin_incompatible')
    expect((await call(site.url, 'constructor', {})).payload.error_code).toBe('child_plugin_incompatible')
  })

  it('answers like a site without the connector when it is not active', async () => {
    expect((await call(site.url, 'deactivate', {})).payload).toEqual({ deactivated: true })
    const { status, body } = await call(site.url, 'stats', {})
    expect([status, body]).toEqual([400, '0'])
    expect((await post(site.url, { function: 'stats' })).status).toBe(400)
  })

  it('answers 503 during maintenance, before any other check', async () => {
    site.maintenance = true
    const [called, page] = [await call(site.url, 'stats', {}), await send(site.url, '', { method: 'GET' })]
    expect(called.body).toBe('Briefly unavailable for scheduled maintenance. Check back in a minute.')
    expect(page.body).toContain('<body id="error-page">')
    for (const { status, headers } of [called, page]) {
      expect([status, headers['retry-after'], headers.expires]).toEqual([503, '600', 'Wed, 11 Jan 1984 05:00:00 GMT'])
    }
  })

  it('requires Basic auth when the web server does', async () => {
    site.basicAuth = { login: 'stage', password: 'secret' }
    expect((await call(site.url, 'cloneinfo', {})).status).toBe(401)
    const headers = { Authorization: `Basic ${Buffer.from('stage:secret').toString('base64')}` }
    expect((await call(site.url, 'cloneinfo', {}, keyPair(), { posting: { headers } })).payload.home).toBeDefined()
  })

  it('pings without side effects', async () => {
    expect((await call(site.url, 'extra_execution', {})).payload).toEqual([])
    expect((await call(site.url, 'verify_action', {})).payload).toEqual({ failed: 1 })
    expect(site.journal).toEqual([])
  })
})
