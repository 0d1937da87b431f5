import { request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, encode, keyPair, only, signature, type Values } from '../testing/dashboard.ts'
import type { FaultName } from './catalogue.ts'

const here = connectedFleet()
const stats = (values: Values = {}) =>
  call(here.site.url, 'stats', { syncdata: only('plugins', 'recent_posts'), ...values })

/** The raw bytes of the answer, until `most` have arrived or the connection ends. */
function rawAnswer(max: number): Promise<Buffer> {
  const mainwpsignature = signature('statsn', keyPair())
  const body = encode({ function: 'stats', nonce: 'n', sign_algo: 7, mainwpsignature, syncdata: only('plugins') })
  const { hostname, port } = new URL(here.site.url)
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
      if (size >= max) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
    socket.write(
      `POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}
const headersOf = async (max = 2000) => (await rawAnswer(max)).toString('latin1').split('\r\n\r\n')[0]!

describe('faults of the connection', () => {
  it('refuse: connections are refused until clearFaults()', async () => {
    here.site.setFault('refuse')
    await expect(stats()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await here.site.clearFaults()
    expect((await stats()).status).toBe(200)
  })

  it('reset, not-http, bad-chunks, length-lie, truncated, cut-after: no proper answer', async () => {
    for (const name of ['reset', 'not-http', 'bad-chunks', 'length-lie', 'truncated', 'cut-after'] as const) {
      here.site.setFault(name, { times: 1 })
      await expect(stats(), name).rejects.toThrow()
    }
  })

  it('never-answer: sends nothing until the caller gives up', async () => {
    here.site.setFault('never-answer')
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const outgoing = request(here.site.url, { method: 'POST', headers, agent: false })
    const ended = new Promise((resolve) => outgoing.on('error', resolve))
    outgoing.end('function=stats')
    await expect.poll(() => here.site.callLog.requests.now).toBe(1)
    outgoing.destroy(new Error('gave up'))
    await expect(ended).resolves.toMatchObject({ message: 'gave up' })
    await expect.poll(() => here.site.callLog.requests.now).toBe(0)
  })

  it('slow: answers after the delay', async () => {
    here.site.setFault('slow', { delay: 4000 })
    const reply = stats()
    await expect.poll(() => here.clock.waiting).toBe(1)
    here.clock.advance(4000)
    expect((await reply).status).toBe(200)
  })

  it('slow-drip and slow-headers: one piece after each delay', async () => {
    for (const name of ['slow-drip', 'slow-headers'] as const) {
      here.site.setFault(name, { delay: 1000, times: 1 })
      const answer = rawAnswer(name === 'slow-drip' ? 240 : 100)
      await expect.poll(() => here.clock.waiting).toBe(1)
      for (let second = 0; second < 60; second++) {
        here.clock.advance(1000)
        await new Promise(setImmediate)
      }
      expect((await answer).toString('latin1'), name).toMatch(/^HTTP\/1.1 200 OK/)
      here.clock.advance(1000)
    }
  })

  it('endless-body and endless-headers: more than any limit', async () => {
    here.site.setFault('endless-body', { times: 1 })
    expect((await rawAnswer(5_000_000)).length).toBeGreaterThanOrEqual(5_000_000)
    here.site.setFault('endless-headers', { times: 1 })
    const headers = await rawAnswer(1_000_000)
    expect(headers.length).toBeGreaterThanOrEqual(1_000_000)
    expect(headers.includes('\r\n\r\n')).toBe(false)
  })

  it('huge-body, huge-reply, million-plugins: of the given size', async () => {
    here.site.setFault('huge-body', { bytes: 3_000_000, times: 1 })
    expect((await stats()).body.length).toBeGreaterThanOrEqual(3_000_000)
    here.site.setFault('huge-reply', { bytes: 3_000_000, times: 1 })
    expect((await stats()).payload.noise.length).toBeGreaterThan(2_000_000)
    here.site.setFault('million-plugins', { count: 2500, times: 1 })
    const { plugins } = (await stats()).payload
    expect(plugins).toHaveLength(2500)
    expect(new Set(plugins.map(({ slug }: { slug: string }) => slug)).size).toBe(2500)
  })

  it('gzip-bomb and similar: small on the wire, large unpacked', async () => {
    here.site.setFault('gzip-bomb', { bytes: 50_000_000, times: 1 })
    const bomb = await rawAnswer(10_000_000)
    expect(bomb.length).toBeLessThan(200_000)
    expect(bomb.toString('latin1', 0, 400)).toContain('Content-Encoding: gzip')
    here.site.setFault('br-bomb', { bytes: 5_000_000, times: 1 })
    expect(await headersOf()).toContain('Content-Encoding: br')
    here.site.setFault('deflate-bomb', { bytes: 5_000_000, times: 1 })
    expect(await headersOf()).toContain('Content-Encoding: deflate')
    here.site.setFault('gzip-twice', { times: 1 })
    expect(await headersOf()).toContain('Content-Encoding: gzip, gzip')
  })

  it('redirects lead to the given location', async () => {
    const location = async (name: FaultName, options = {}) => {
      here.site.setFault(name, { ...options, times: 1 })
      const { status, headers } = await stats()
      return [status, headers.location]
    }
    expect(await location('redirect-metadata')).toEqual([307, 'http://169.254.169.254/latest/meta-data/'])
    expect(await location('redirect-loop')).toEqual([307, `${here.site.url}wp-admin/admin-ajax.php`])
    expect(await location('redirect-other-origin', { status: 302, location: 'https://x.example/' })).toEqual([
      302,
      'https://x.example/',
    ])
  })
})

describe('compression of honest sites', () => {
  it('happens when the web server compresses and the caller accepts it', async () => {
    here.site.compresses = true
    expect((await stats()).payload.version).toBe('6.1')
    const { hostname, port } = new URL(here.site.url)
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
