import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../../testing/requirements.ts'
import { parseNetworks } from '../../outbound/address-guard.ts'
import { httpServer, rawServer, testOutbound } from '../../outbound/testing/test-servers.ts'
import { allowed, forbidden, testBrowser } from '../testing/test-browser.ts'

const page = (body: string) => `<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`

/** Serves this page; `/file` is a download, `/endless` never ends. */
const serve = (body: string) =>
  httpServer((request, response) => {
    if (request.url === '/file') {
      response.setHeader('content-disposition', 'attachment; filename="x.exe"')
      return response.end(Buffer.alloc(100_000))
    }
    response.setHeader('content-type', 'text/html')
    if (request.url !== '/endless') return response.end(page(body))
    response.write('<!doctype html><title>Endless</title>')
    const more = setInterval(() => response.write(`<!--${'more '.repeat(20_000)}-->`), 5)
    response.on('close', () => clearInterval(more))
  }, allowed)

const foldersOfChromium = () => readdirSync(tmpdir()).filter((name) => name.startsWith('flotilla-browser-'))

async function capture(body: string, path = '/', parts = {}) {
  const { port } = await serve(body)
  const urls = [`http://allowed.test:${port}${path}`]
  return testBrowser(parts)
    .capture({ urls, verifyTls: true }, 60_000)
    .then(
      ([captured]) => captured!,
      (error: Error) => error.message,
    )
}

describeIf(chromiumRequirement)('a hostile page', () => {
  it('reads no file, no loopback address and no metadata, by frames, scripts, workers, sockets and redirects', async () => {
    const secret = await rawServer(() => {}, forbidden)
    const port = secret.port
    const targets = [
      'file:///etc/passwd',
      'view-source:file:///etc/passwd',
      'chrome://version',
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00:ec2::254]/latest/',
      'http://metadata.google.internal/',
      ...[
        '127.0.0.1',
        'localhost',
        '0',
        '0x7f.1',
        '2130706433',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '127.1',
        'a.localhost',
      ].map((host) => `http://${host}:${port}/`),
    ]
    const found = await capture(`<div id="out"></div><script>
      const read = [];
      for (const target of ${JSON.stringify(targets)}) {
        const frame = document.createElement('iframe'); frame.src = target; document.body.append(frame);
        document.body.append(Object.assign(new Image(), { src: target }));
        fetch(target).then((answer) => answer.text()).then((text) => console.error('READ ' + target + text), () => {});
        fetch(target, { mode: 'no-cors' }).then(() => console.error('READ ' + target), () => {});
        try { new WebSocket(target.replace('http', 'ws')).onopen = () => console.error('READ ' + target) } catch {}
        try { new EventSource(target).onopen = () => console.error('READ ' + target) } catch {}
        try { navigator.sendBeacon(target, 'x') } catch {}
        try { new Worker(URL.createObjectURL(new Blob(['fetch("' + target + '").then(() => { throw new Error("READ") })']))) } catch {}
      }
      try { new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }).createDataChannel('a') } catch {}
      </script>`)
    expect(typeof found === 'string' ? [found] : found.errors.filter((text) => /READ/.test(text))).toEqual([])
    expect(secret.connections).toEqual([])
  })

  it.each(['file:///etc/passwd', 'http://127.0.0.1:22/', 'chrome://settings', 'data:text/html,<h1>Hi'])(
    'cannot lead the tab to %s',
    async (target) => {
      const found = await capture(`<h1>Here</h1><script>location = ${JSON.stringify(target)}</script>`)
      if (typeof found === 'string') expect(found).toMatch(/public address|Chromium could not open|port/)
      else expect(found.finalUrl).toMatch(/^http:\/\/allowed\.test|^chrome-error:/)
    },
  )

  it('cannot rebind its name to another address', async () => {
    const secret = await rawServer(() => {}, forbidden)
    let asked = 0
    const resolver = async () => (asked++ === 0 ? [allowed] : [forbidden])
    const outbound = testOutbound({ allowNetworks: parseNetworks(allowed), resolver })
    await capture(
      `<script>for (let n = 0; n < 20; n++) fetch('http://allowed.test:${secret.port}/' + n).catch(() => {})</script>`,
      '/',
      { outbound },
    )
    expect(secret.connections).toEqual([])
  })

  it('leaves no downloaded file, and its popups and dialogs change nothing', async () => {
    const body = `<h1>Here</h1><a id="a" href="/file" download>x</a><script>
      for (let n = 0; n < 50; n++) { document.getElementById('a').click(); window.open('/file'); window.open('/') }
      for (let n = 0; n < 20; n++) { alert(n); confirm(n); prompt(n) }
      window.print(); window.onbeforeunload = () => 'stay'; history.pushState({}, '', '/other')</script>`
    const found = await capture(body)
    expect(found).toMatchObject({ width: 1280, height: 800 })
    expect(await capture('', '/file')).toMatch(/Chromium could not open the page/)
    expect(foldersOfChromium()).toEqual([])
  })

  it('is captured although it never ends, and stopped when it is too large', async () => {
    expect(await capture('', '/endless', { limits: { maxBytes: 2_000_000 } })).toMatch(/loaded more than 1 MB/)
    const tall = await capture('<div style="height:99999999px;width:99999999px"></div>')
    expect(tall).toMatchObject({ width: 1280, height: 4000 })
  })

  it.each([
    ['one long error', `console.error('x'.repeat(200_000_000))`],
    ['one long exception', `throw new Error('x'.repeat(200_000_000))`],
    ['many errors', `for (let n = 0; n < 200_000; n++) console.error('x'.repeat(1_000) + n)`],
  ])('does not fill the memory of Flotilla with %s', async (_, script) => {
    let rss = 0
    const watch = setInterval(() => {
      rss = Math.max(rss, process.memoryUsage.rss())
    }, 20)
    const before = process.memoryUsage.rss()
    await capture(`<h1>Here</h1><script>${script}</script>`)
    clearInterval(watch)
    expect((rss - before) / 2 ** 20).toBeLessThan(150)
  })
})
