import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { chromiumRequirement, describeIf } from '../../../testing/requirements.ts'
import { httpServer, rawServer } from '../../outbound/testing/test-servers.ts'
import {
  allowed,
  commandsNaming,
  forbidden,
  testBrowser,
  udpListener,
  usersOfChromium,
} from '../testing/test-browser.ts'

const site = (listener: RequestListener) => httpServer(listener, allowed)
const page = (body: string) => `<!doctype html><html lang="en"><title>A page</title>${body}</html>`

/** All requests by which a page can try to reach an address; `inside` is a path of its own that redirects there. */
const tries = (at: string, named: string, inside: string, stunPort: number) => `
  <h1>Tries</h1><img src="http://${at}/"><img src="http://${named}/"><iframe src="https://${at}/"></iframe>
  <img src="${inside}"><iframe src="${inside}"></iframe>
  <link rel="dns-prefetch" href="//${at}"><link rel="preconnect" href="https://${at}">
  <script>
    fetch('http://${at}/').catch(() => {}); new WebSocket('ws://${at}/'); navigator.sendBeacon('http://${at}/')
    fetch('${inside}').catch(() => {})
    try { new WebTransport('https://${at}/') } catch {}
    const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stunPort}' }] })
    call.createDataChannel('x'); call.createOffer().then((offer) => call.setLocalDescription(offer))
  </script>`

describeIf(chromiumRequirement)('a real audit', () => {
  it('for phones and desktops runs one at a time, as an unprivileged user, and reaches allowed addresses only', async () => {
    const [users, requested] = [new Set<number>(), [] as string[]]
    let done = 0
    const secret = await rawServer(() => {}, forbidden)
    const stun = await udpListener()
    const pages: Record<string, string> = {
      '/page-mobile': page('<img src="/x.png"><h1>Hi</h1>'),
      '/page-desktop': page(
        tries(`${forbidden}:${secret.port}`, `forbidden.test:${secret.port}`, '/inside', stun.port) +
          '<img src="/x.png">',
      ),
    }
    const { port } = await site((request, response) => {
      if (request.url!.startsWith('/page')) requested.push(`${request.url} after ${done}`)
      if (request.url === '/inside') requested.push('inside')
      for (const user of usersOfChromium()) users.add(user)
      if (request.url === '/inside')
        response.writeHead(302, { location: `http://forbidden.test:${secret.port}/` }).end()
      else response.setHeader('content-type', 'text/html').end(pages[request.url!] ?? page(''))
    })
    const audit = async (strategy: 'mobile' | 'desktop') => {
      // Once with the installed Chromium, as in production.
      const browser = testBrowser(strategy === 'desktop' ? { program: undefined } : {})
      const found = await browser.audit(`http://allowed.test:${port}/page-${strategy}`, strategy)
      done++
      return found
    }
    for (const found of await Promise.all([audit('mobile'), audit('desktop')])) {
      expect(found).toMatchObject({
        ok: true,
        report: {
          finalUrl: expect.stringContaining(`http://allowed.test:${port}/page-`),
          scores: { performance: expect.any(Number), accessibility: expect.any(Number), seo: expect.any(Number) },
          metrics: { largestContentfulPaintMs: expect.any(Number), timeToFirstByteMs: expect.any(Number) },
          picture: expect.any(Buffer),
          findings: expect.arrayContaining([expect.objectContaining({ id: 'image-alt', category: 'accessibility' })]),
        },
      })
    }
    const ofPages = requested.filter((line) => line.startsWith('/page'))
    expect(ofPages.map((line) => line.slice(-7))).toEqual(['after 0', 'after 1'])
    expect([...users]).toEqual([process.getuid!() === 0 ? 65533 : process.getuid!()])
    expect(requested, 'the redirect was followed').toContain('inside')
    expect(secret.connections).toEqual([])
    expect(stun.arrived()).toBe(0)
  })

  it('of a page that never answers ends at its deadline, and its process with it', async () => {
    const clock = new FakeClock()
    const requested = Promise.withResolvers<void>()
    const { port } = await site(() => requested.resolve())
    const audit = testBrowser({ clock }).audit(`http://allowed.test:${port}/`, 'mobile')
    await requested.promise
    clock.advance(150_000)
    expect(await audit).toEqual({ ok: false, reason: expect.stringContaining('two and a half minutes') })
    await expect.poll(() => commandsNaming(`allowed.test:${port}`)).toBe(0)
  })
})
