import type { RequestListener } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { cannedServer, httpsServer, testOutbound } from './testing/test-servers.ts'

const resumed: RequestListener = (incoming, outgoing) => {
  outgoing.setHeader('connection', 'close')
  outgoing.end(`${(incoming.socket as TLSSocket).isSessionReused()} ${(incoming.socket as TLSSocket).servername}`)
}

describe('certificates', () => {
  it('are checked against the name, while the connection uses the checked address', async () => {
    const { port } = await httpsServer('good', resumed)
    const answer = await testOutbound().request({ url: `https://site.test:${port}/` })
    expect(answer.body.toString()).toBe('false site.test')
    expect(answer.timings.tlsMs).toBeGreaterThan(0)
  })

  it('may contain the IP address that is called', async () => {
    const { port } = await httpsServer('good', resumed)
    expect((await testOutbound().request({ url: `https://127.0.0.1:${port}/` })).status).toBe(200)
  })

  it.each([
    ['expired', 'CERT_HAS_EXPIRED', 'The certificate of site.test has expired'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of site.test is self-signed'],
    ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of site.test is for another name'],
  ] as const)(
    'that are %s are refused before anything is sent, unless the check is off',
    async (name, detail, sentence) => {
      let calls = 0
      const { port } = await httpsServer(name, (_incoming, outgoing) => {
        calls++
        outgoing.end('fine')
      })
      const outbound = testOutbound()
      const request = { url: `https://site.test:${port}/`, method: 'POST', body: 'x' } as const
      const error = await outbound.request(request).catch((caught) => caught)
      expect(error).toMatchObject({ code: 'tls_invalid', detail, mayHaveArrived: false })
      expect(error.message).toContain(sentence)
      expect(calls).toBe(0)
      expect((await outbound.request({ ...request, tls: { verify: false } })).body.toString()).toBe('fine')
    },
  )

  it('from an unknown authority are refused', async () => {
    const { port } = await httpsServer('good', resumed)
    const request = testOutbound({ extraAuthorities: [] }).request({ url: `https://site.test:${port}/` })
    await expect(request).rejects.toMatchObject({ code: 'tls_invalid' })
  })

  it.each(['TLSv1.3', 'TLSv1.2'] as const)(
    'that failed once fail again, though sessions and connections of %s are kept for the unchecked call',
    async (version) => {
      const { port } = await httpsServer('wrong-name', (_incoming, outgoing) => outgoing.end('fine'), version)
      const outbound = testOutbound()
      const request = { url: `https://site.test:${port}/` }
      for (let round = 0; round < 2; round++) {
        await expect(outbound.request(request)).rejects.toMatchObject({ code: 'tls_invalid' })
        expect((await outbound.request({ ...request, tls: { verify: false } })).status).toBe(200)
      }
    },
  )
})

describe('TLS sessions', () => {
  it.each(['TLSv1.3', 'TLSv1.2'] as const)(
    'are resumed on the next connection to the same host (%s)',
    async (version) => {
      const { port } = await httpsServer('good', resumed, version)
      const outbound = testOutbound()
      const reused = async (host = 'site.test') =>
        (await outbound.request({ url: `https://${host}:${port}/` })).body.toString().split(' ')[0]
      expect(await reused()).toBe('false')
      expect(await reused()).toBe('true')
      expect(await reused('www.site.test')).toBe('false')
    },
  )

  it('end after two hours, so that the certificate is checked again', async () => {
    const clock = new FakeClock()
    const { port } = await httpsServer('good', resumed)
    const outbound = testOutbound({ clock })
    const reused = async () =>
      (await outbound.request({ url: `https://site.test:${port}/` })).body.toString().split(' ')[0]
    expect(await reused()).toBe('false')
    clock.advance(3_600_000)
    expect(await reused()).toBe('true')
    clock.advance(3_600_000)
    expect(await reused()).toBe('false')
    expect(await reused()).toBe('true')
  })
})

describe('a server without TLS', () => {
  it('is reported as such', async () => {
    const { port } = await cannedServer('HTTP/1.1 400 Bad Request\r\n\r\n')
    const request = testOutbound().request({ url: `https://site.test:${port}/`, method: 'POST', body: 'x' })
    await expect(request).rejects.toMatchObject({ code: 'tls_failed', mayHaveArrived: false })
  })
})

describe('a certificate monitor', () => {
  it('can read a bad certificate through the same guard', async () => {
    const { port } = await httpsServer('expired', resumed)
    const { socket, address } = await testOutbound().open(`https://site.test:${port}/`, { verify: false })
    const tls = socket as TLSSocket
    expect(address).toBe('127.0.0.1')
    expect(tls.authorized).toBe(false)
    expect(tls.getPeerCertificate().valid_to).toBe('Jan  1 00:00:00 2002 GMT')
    socket.destroy()
  })
})
