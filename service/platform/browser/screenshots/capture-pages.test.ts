import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { chromiumRequirement, describeIf } from '../../../testing/requirements.ts'
import { recogniseImage } from '../../image-size.ts'
import { httpServer, rawServer } from '../../outbound/testing/test-servers.ts'
import { allowed, commandsNaming, forbidden, testBrowser } from '../testing/test-browser.ts'

const site = (listener: RequestListener) => httpServer(listener, allowed)
const page = (body: string) => `<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`

describeIf(chromiumRequirement)('capturing pages of a site', () => {
  it('returns pictures and errors, reaches allowed addresses only and compares visits', async () => {
    const secret = await rawServer(() => {}, forbidden)
    const at = `forbidden.test:${secret.port}`
    const attempts = `<img src="http://${at}/x.png"><iframe src="http://${at}/"></iframe><img src="/inside">
      <script>fetch('http://${at}/').catch(() => {}); window.open('http://${at}/'); alert('stop')</script>`
    const red = '<div style="background:#c00;height:3000px"></div>'
    const bodies: Record<string, string> = {
      '/': `<h1>Shop</h1><script>brokenFunction()</script>${attempts}`,
      '/red': red,
    }
    const { port } = await site((request, response) => {
      if (request.url === '/inside') response.writeHead(302, { location: `http://${at}/` }).end()
      else response.setHeader('content-type', 'text/html').end(page(bodies[request.url!] ?? ''))
    })
    const browser = testBrowser()
    const urls = ['/', '/', '/red'].map((path) => `http://allowed.test:${port}${path}`)
    const [first, again, other] = await browser.capture({ urls, verifyTls: true }, 60_000)
    expect(first!.errors.join('\n')).toContain('brokenFunction')
    expect([first!.width, first!.height, other!.height]).toEqual([1280, 800, expect.any(Number)])
    expect(other!.height).toBeGreaterThan(2_900)
    expect(recogniseImage(first!.image, 4_000)).toBe('image/webp')
    expect(secret.connections).toEqual([])
    const compare = (after: typeof first) =>
      browser.compare({ before: first!.png, beforeAgain: again!.png, after: after!.png })
    expect(await compare(again)).toEqual({ share: 0, ignored: 0 })
    expect((await compare(other)).share).toBeGreaterThan(0.9)
  })

  it('refuses a page that redirects to a forbidden address', async () => {
    const secret = await rawServer(() => {}, forbidden)
    const { port } = await site((_request, response) =>
      response.writeHead(302, { location: `http://forbidden.test:${secret.port}/` }).end(),
    )
    const captured = testBrowser().capture({ urls: [`http://allowed.test:${port}/`], verifyTls: true }, 60_000)
    await expect(captured).rejects.toThrow('does not lead to a public address')
    expect(secret.connections).toEqual([])
  })

  it('ends at its deadline when a page never answers, and its process with it', async () => {
    const clock = new FakeClock()
    const requested = Promise.withResolvers<void>()
    const { port } = await site(() => requested.resolve())
    const capture = testBrowser({ clock }).capture({ urls: [`http://allowed.test:${port}/`], verifyTls: true }, 60_000)
    const ended = expect(capture).rejects.toThrow('within a minute')
    await requested.promise
    clock.advance(60_000)
    await ended
    await expect.poll(() => commandsNaming(`allowed.test:${port}`)).toBe(0)
  })
})
