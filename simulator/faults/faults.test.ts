import { request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, encode, keyPair, only, post, send, server, signature, type Values } from '../testing/dashboard.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { hostility, type MisbehaviourName, misbehaviours } from './catalogue.ts'

let fleet: Fleet
let site: Site
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  fleet = await startFleet({ sites: 2, clock })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
})
afterEach(() => fleet.close())

const stats = (values: Values = {}) => call(site.url, 'stats', { syncdata: only('plugins', 'recent_posts'), ...values })

/** The raw bytes of the answer, until so many have come or the other side hangs up. */
function rawAnswer(most: number): Promise<Buffer> {
  const mainwpsignature = signature('statsn', keyPair())
  const body = encode({ function: 'stats', nonce: 'n', sign_algo: 7, mainwpsignature, syncdata: only('plugins') })
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const pieces: Buffer[] = []
    let size = 0
    const finish = () => {
      socket.destroy()
      resolve(Buffer.concat(pieces))
    }
    socket.on('data', (piece) => {
      pieces.push(piece)
      size += piece.length
      if (size >= most) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
    socket.write(
      `POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}
const headersOf = async (most = 2000) => (await rawAnswer(most)).toString('latin1').split('\r\n\r\n')[0]!

describe('choosing a misbehaviour', () => {
  it('concerns all connector functions, or those named', async () => {
    site.misbehave('http-500', { on: 'stats' })
    expect((await stats()).status).toBe(500)
    expect((await call(site.url, 'cloneinfo', {})).status).toBe(200)
    site.misbehave('http-502')
    expect((await call(site.url, 'cloneinfo', {})).status).toBe(502)
    expect((await send(site.url, '', { method: 'GET' })).status).toBe(200)
  })

  it('can spare functions, concern the front page, or everything', async () => {
    site.misbehave('http-404', { except: ['stats'] })
    expect((await stats()).status).toBe(200)
    await site.behave()
    site.misbehave('http-502', { on: 'front page' })
    expect((await send(site.url, '', { method: 'GET' })).status).toBe(502)
    site.misbehave('http-520', { on: '*' })
    expect((await stats()).status).toBe(520)
  })

  it('stops after some times, and when told', async () => {
    site.misbehave('http-500', { times: 2 })
    expect([(await stats()).status, (await stats()).status, (await stats()).status]).toEqual([500, 500, 200])
    site.misbehave('http-429')
    await site.behave('http-429')
    expect((await stats()).status).toBe(200)
  })

  it('does not spread to other sites, and the site is still honest inside', async () => {
    site.misbehave('http-500')
    const other = fleet.sites[1]!
    expect((await post(other.url, { function: 'stats' })).payload.version).toBe('6.1')
  })

  it('refuses names it does not know', () => {
    expect(() => site.misbehave('be-evil' as MisbehaviourName)).toThrow(/is no misbehaviour/)
  })
})

describe('trouble with the connection', () => {
  it('refuse: connections are refused, until behaving again', async () => {
    site.misbehave('refuse')
    await expect(stats()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await site.behave()
    expect((await stats()).status).toBe(200)
  })

  it('reset, not-http, bad-chunks, length-lie, truncated, cut-after: no proper answer', async () => {
    for (const name of ['reset', 'not-http', 'bad-chunks', 'length-lie', 'truncated', 'cut-after'] as const) {
      site.misbehave(name, { times: 1 })
      await expect(stats(), name).rejects.toThrow()
    }
  })

  it('never-answer: nothing comes, until the caller gives up', async () => {
    site.misbehave('never-answer')
    const outgoing = request(site.url, { method: 'POST' })
    const ended = new Promise((resolve) => outgoing.on('error', resolve))
    outgoing.end('function=stats')
    outgoing.setHeader
    await expect.poll(() => site.books.inFlight).toBe(1)
    outgoing.destroy(new Error('gave up'))
    await expect(ended).resolves.toMatchObject({ message: 'gave up' })
    await expect.poll(() => site.books.inFlight).toBe(0)
  })

  it('slow: answers after its time', async () => {
    site.misbehave('slow', { delay: 4000 })
    const reply = stats()
    await expect.poll(() => clock.waiting).toBe(1)
    clock.advance(4000)
    expect((await reply).status).toBe(200)
  })

  it('slow-drip and slow-headers: one piece after each pause', async () => {
    for (const name of ['slow-drip', 'slow-headers'] as const) {
      site.misbehave(name, { delay: 1000, times: 1 })
      const answer = rawAnswer(name === 'slow-drip' ? 240 : 100)
      await expect.poll(() => clock.waiting, name).toBe(1)
      for (let second = 0; second < 60; second++) {
        clock.advance(1000)
        await new Promise(setImmediate)
      }
      expect((await answer).toString('latin1'), name).toMatch(/^HTTP\/1.1 200 OK/)
      clock.advance(1000)
    }
  })

  it('endless-body and endless-headers: more than any limit', async () => {
    site.misbehave('endless-body', { times: 1 })
    expect((await rawAnswer(5_000_000)).length).toBeGreaterThanOrEqual(5_000_000)
    site.misbehave('endless-headers', { times: 1 })
    const headers = await rawAnswer(1_000_000)
    expect(headers.length).toBeGreaterThanOrEqual(1_000_000)
    expect(headers.includes('\r\n\r\n')).toBe(false)
  })

  it('huge-body, huge-reply, million-plugins: as large as told', async () => {
    site.misbehave('huge-body', { bytes: 3_000_000, times: 1 })
    expect((await stats()).body.length).toBeGreaterThanOrEqual(3_000_000)
    site.misbehave('huge-reply', { bytes: 3_000_000, times: 1 })
    expect((await stats()).payload.noise.length).toBeGreaterThan(2_000_000)
    site.misbehave('million-plugins', { count: 2500, times: 1 })
    const { plugins } = (await stats()).payload
    expect(plugins).toHaveLength(2500)
    expect(new Set(plugins.map(({ slug }: { slug: string }) => slug)).size).toBe(2500)
  })

  it('gzip-bomb and its kin: small on the wire, large unpacked', async () => {
    site.misbehave('gzip-bomb', { bytes: 50_000_000, times: 1 })
    const bomb = await rawAnswer(10_000_000)
    expect(bomb.length).toBeLessThan(200_000)
    expect(bomb.toString('latin1', 0, 400)).toContain('Content-Encoding: gzip')
    site.misbehave('br-bomb', { bytes: 5_000_000, times: 1 })
    expect(await headersOf()).toContain('Content-Encoding: br')
    site.misbehave('deflate-bomb', { bytes: 5_000_000, times: 1 })
    expect(await headersOf()).toContain('Content-Encoding: deflate')
    site.misbehave('gzip-twice', { times: 1 })
    expect(await headersOf()).toContain('Content-Encoding: gzip, gzip')
  })

  it('redirects lead where they are told', async () => {
    const location = async (name: MisbehaviourName, options = {}) => {
      site.misbehave(name, { ...options, times: 1 })
      const { status, headers } = await stats()
      return [status, headers.location]
    }
    expect(await location('redirect-metadata')).toEqual([307, 'http://169.254.169.254/latest/meta-data/'])
    expect(await location('redirect-loop')).toEqual([307, `${site.url}wp-admin/admin-ajax.php`])
    expect(await location('redirect-other-origin', { status: 302, location: 'https://x.example/' })).toEqual([
      302,
      'https://x.example/',
    ])
  })
})

describe('performed or not', () => {
  beforeEach(() => site.addPlugin({ file: 'a/a.php', name: 'A', version: '1', active: false }))
  const activate = () =>
    call(site.url, 'plugin_action', { action: 'activate', plugin: 'a/a.php', syncdata: only('plugins') })

  it('http-500 and http-503 come before anything is done', async () => {
    for (const name of ['http-500', 'http-503'] as const) {
      site.misbehave(name, { times: 1 })
      await activate()
    }
    expect(site.plugin('a/a.php')!.active).toBe(false)
    expect(site.journal).toEqual([])
  })

  it('http-500-after, cut-after and truncated come after it was done', async () => {
    for (const name of ['http-500-after', 'cut-after', 'truncated'] as const) {
      site.plugin('a/a.php')!.active = false
      site.misbehave(name, { times: 1 })
      await activate().catch(() => undefined)
      expect(site.plugin('a/a.php')!.active, name).toBe(true)
    }
    expect(site.journal).toHaveLength(3)
  })

  it('false-success says what an honest site would say, and does nothing', async () => {
    site.misbehave('false-success')
    const { payload } = await activate()
    expect(payload.sync.plugins).toContainEqual(expect.objectContaining({ slug: 'a/a.php', active: 1 }))
    expect(site.plugin('a/a.php')!.active).toBe(false)
    expect(site.journal).toEqual([])
  })
})

describe('broken and lying payloads', () => {
  const told = async (name: MisbehaviourName, options = {}) => {
    site.misbehave(name, { ...options, times: 1 })
    return stats()
  }
  const inside = (body: string) => Buffer.from(/<mainwp>(.*?)<\/mainwp>/s.exec(body)![1]!, 'base64')

  it('have noise around the marker, a false one, no end, or none', async () => {
    expect(await told('noise-around')).toMatchObject({
      body: expect.stringMatching(/Deprecated.*<mainwp>.*<!-- cached -->/s),
      payload: { version: '6.1' },
    })
    expect((await told('false-marker')).body).toMatch(/^<mainwp>bm90IGpzb24=<\/mainwp>\n<mainwp>/)
    expect((await told('unclosed-marker')).body).not.toContain('</mainwp>')
    expect((await told('no-marker')).body).not.toContain('<mainwp>')
  })

  it('are no base64, no JSON, PHP, very deep, or full of odd numbers', async () => {
    expect((await told('invalid-base64')).body).toContain('not base64')
    expect((await told('invalid-json')).payload).toBeUndefined()
    expect(inside((await told('php-serialized')).body).toString()).toMatch(/^a:2:\{.*O:21:/)
    expect(inside((await told('deep-json', { count: 5000 })).body).toString()).toContain('['.repeat(5000))
    expect((await told('nan-numbers')).payload).toBeUndefined()
    expect((await told('infinite-numbers')).payload.wpe).toBe(Number.POSITIVE_INFINITY)
  })

  it('hold bytes, characters and keys that hurt', async () => {
    expect(inside((await told('invalid-utf8')).body).includes(Buffer.from([0xff, 0xfe]))).toBe(true)
    expect((await told('nul')).payload.plugins[0].name).toMatch(/^\0/)
    expect((await told('lone-surrogates')).payload.plugins[0].name.isWellFormed()).toBe(false)
    expect(inside((await told('proto-keys')).body).toString()).toMatch(/^\{"__proto__":/)
    expect(
      inside((await told('duplicate-keys')).body)
        .toString()
        .match(/"siteurl"/g),
    ).toHaveLength(2)
  })

  it.each([
    ['xss', '<script>'],
    ['csv-formula', '=HYPERLINK'],
    ['terminal-escapes', '\u001b['],
    ['bidi', '\u202e'],
    ['prompt-injection', 'Ignore all previous instructions'],
  ] as const)('hold %s in every text that people read', async (name, sign) => {
    const { plugins, recent_posts } = (await told(name)).payload
    for (const { name: text } of plugins) expect(text).toContain(sign)
    for (const { title } of recent_posts) expect(title).toContain(sign)
  })

  it('lie about slugs, versions, types, times and identity', async () => {
    const honest = (await stats()).payload
    expect((await told('duplicate-slugs')).payload.plugins).toHaveLength(honest.plugins.length * 2)
    expect((await told('traversal-slugs')).payload.plugins[0].slug).toContain('../')
    expect((await told('wrong-versions')).payload.wpversion).not.toBe(honest.wpversion)
    expect((await told('wrong-types')).payload.plugins).toBe('none')
    expect((await told('future-times')).payload.recent_posts[0].dts).toBeGreaterThan(
      honest.recent_posts[0].dts + 300_000_000,
    )
    expect((await told('other-site')).payload.siteurl).toBe('https://somebody-else.example')
    expect((await told('error-markup')).payload.error).toContain('<script>')
    expect(Object.keys((await told('event-flood', { count: 700 })).payload.changes_logs_data)).toHaveLength(700)
    expect((await told('long-text', { bytes: 5000 })).payload.plugins[0].name.length).toBe(5000)
  })
})

describe('compression of honest sites', () => {
  it('happens where the web server does it and the caller accepts it', async () => {
    site.compresses = true
    expect((await stats()).payload.version).toBe('6.1')
    const { hostname, port } = new URL(site.url)
    const body = 'function=stats'
    const bytes = await new Promise<Buffer>((resolve) => {
      const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/x-www-form-urlencoded' }
      const outgoing = request(
        { hostname, port, path: '/wp-admin/admin-ajax.php', method: 'POST', headers, agent: false },
        (incoming) => {
          const pieces: Buffer[] = []
          incoming.on('data', (piece: Buffer) => pieces.push(piece))
          incoming.on('end', () => resolve(Buffer.concat(pieces)))
        },
      )
      outgoing.end(body)
    })
    expect(gunzipSync(bytes).toString()).toContain('<mainwp>')
  })
})

describe('the catalogue', () => {
  it('says what each misbehaviour is', () => {
    for (const [name, { summary }] of Object.entries(misbehaviours)) expect(summary, name).toMatch(/\.$/)
  })

  it('gives hostile sites only what there is, each once', () => {
    expect(new Set(hostility).size).toBe(hostility.length)
    for (const name of hostility) expect(misbehaviours).toHaveProperty([name])
  })
})
