import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startGuardedProxy } from './platform/browser/guarded-proxy.ts'
import { parseNetworks } from './platform/outbound/address-guard.ts'
import type { Resolver } from './platform/outbound/resolve.ts'
import { startNameServer } from './platform/outbound/testing/name-server.ts'
import { rawServer, testOutbound } from './platform/outbound/testing/test-servers.ts'
import { callers } from './testing/callers.ts'
import { FakeClock } from './testing/fake-clock.ts'
import { setUpService } from './testing/people.ts'
import { startRecordingServer } from './testing/recording-server.ts'
import { seedSites } from './testing/seed-sites.ts'

const allowed = '127.70.0.2'
const forbidden = '127.0.0.1'
const child = '127.70.0.3'
const allowNetworks = parseNetworks(`${allowed}/32,${child}/32`)
let resolver: Resolver
const fixture = setUpService({ allowNetworks, outbound: { resolver: (name) => resolver(name) } })
const { ability, rest } = callers(fixture)

let count = 0

/** A new name that resolves to an allowed address first and to a forbidden one later: names are cached for a minute. */
async function rebindingName() {
  const refuse = (socket: { end(text: string): void }) =>
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
  // Other tests take ports of 127.0.0.1 only, so a port that is free there is free at the allowed address, too.
  const canary = await rawServer(refuse, forbidden)
  const good = await rawServer(refuse, allowed, canary.port)
  const name = `rebind-${++count}.example`
  const names = await startNameServer({ [name]: [[allowed], [forbidden]] })
  resolver = names.resolver
  return { good, canary, names, host: `${name}:${good.port}` }
}

/** Advances the clock until the answer has arrived: calls to one host have delays. */
async function inTime(answer: Promise<unknown>) {
  let pending = true
  const end = answer.finally(() => {
    pending = false
  })
  while (pending) {
    fixture.service.clock.advance(50)
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 5))])
  }
  return end
}

type Users = [string, (host: string) => Promise<unknown>, () => Promise<unknown>]
const siteAt = (url: string) => seedSites(fixture.service.db, 1, { url, private_key: null, connection: 'disconnected' })

const users: Users[] = [
  ['the check of a site', (host) => siteAt(`http://${host}/`), () => ability('check-site', { site_id_or_domain: 1 })],
  ['the connector', (host) => siteAt(`http://${host}/`), () => ability('reconnect-site', { site_id_or_domain: 1 })],
  ['a monitor', (host) => siteAt(`http://${host}/`), () => rest('POST /monitors/1/check')],
  ['the check of a certificate', (host) => siteAt(`https://${host}/`), () => rest('POST /ssl-monitor/1')],
  [
    'RDAP',
    async (host) => {
      await siteAt('https://one.example.com/')
      await rest('PUT /domain-monitor/settings/edit', { bootstrap_url: `http://${host}/dns.json` })
    },
    () => rest('POST /domain-monitor/1'),
  ],
  [
    'the icon of a site',
    async (host) => {
      const marked = (reply: object) => `<mainwp>${Buffer.from(JSON.stringify(reply)).toString('base64')}</mainwp>`
      const { url } = await startRecordingServer(child, (response, { body }) => {
        const isRegistration = body.includes('function=register')
        const register = { register: 'OK', version: '6.1', wpversion: '6.8' }
        response.end(marked(isRegistration ? register : { faviIconUrl: `http://${host}/icon.png` }))
      })
      await ability('add-site', { url, admin: 'admin' })
    },
    () => rest('POST /sites/1/icon'),
  ],
  [
    'the feed of vulnerabilities',
    (host) => rest('PUT /settings/reports/edit', { vulnerability_feed_url: `http://${host}/feed.json` }),
    () => rest('POST /settings/reports/vulnerabilities/refresh'),
  ],
  ['a webhook', (host) => rest('POST /webhooks', { url: `http://${host}/hook` }), () => rest('POST /webhooks/1/test')],
  [
    'a notification channel',
    (host) => rest('POST /notifications/channels', { service: 'slack', target: { url: `http://${host}/chat` } }),
    () => rest('POST /notifications/channels/1/test'),
  ],
]

it.each(users)('%s never connects to an address that a name resolves to later', async (_, prepare, use) => {
  const { good, canary, names, host } = await rebindingName()
  await inTime(prepare(host))
  await inTime(use())
  expect(good.connections.length).toBeGreaterThan(0)
  fixture.service.clock.advance(61_000)
  await inTime(use())
  expect(names.queried.length).toBeGreaterThan(1)
  expect(canary.connections).toEqual([])
})

it('refuses a webhook whose name resolves to a forbidden address by then', async () => {
  const { canary, host } = await rebindingName()
  expect((await rest('POST /notifications/webhooks', { url: `http://${host}/` })).status).toBe(200)
  fixture.service.clock.advance(61_000)
  expect((await rest('PUT /notifications/webhooks/1', { url: `http://${host}/other` })).status).toBe(400)
  expect(canary.connections).toEqual([])
})

it('the proxy of the browser connects to the checked address only', async () => {
  const { good, canary, names, host } = await rebindingName()
  const clock = new FakeClock()
  const proxy = await startGuardedProxy({
    outbound: testOutbound({ allowNetworks, resolver: names.resolver, clock }),
    limits: {},
  })
  onTestFinished(() => proxy.close())
  const tunnel = async () => {
    const socket = connect({ host: '127.0.0.1', port: proxy.port }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    return String((await once(socket, 'data'))[0])
  }
  expect(await tunnel()).toContain('200')
  expect(good.connections).toHaveLength(1)
  clock.advance(61_000)
  expect(await tunnel()).toContain('403')
  expect(canary.connections).toEqual([])
})
