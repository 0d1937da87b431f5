import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type SecureVersion, type TlsOptions } from 'node:tls'
import { beforeEach, onTestFinished } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'

const certificateNames = [
  'good',
  'expired',
  'wrong-name',
  'self-signed',
  'chained',
  'incomplete',
  'unknown-authority',
] as const
export type CertificateName = (typeof certificateNames)[number]

const pem = (name: string) =>
  readFileSync(new URL(`../../../testing/certificates/${name}.pem`, import.meta.url), 'utf8')

/** `good` expires at the end of 2119: in ten weeks by the test clock. The TLS library uses the real time. */
const today = '2119-10-20T09:00:00.000Z'
export const endOfGood = '2120-01-01T00:00:00Z'

export interface TlsFixture extends Callers {
  service: TestService
  people: People
  clock: FakeClock
  /** Starts a web server with that certificate; its host name is `site.test`. */
  serve(name: CertificateName, options?: { maxVersion?: SecureVersion }): Promise<TlsServer>
  /** Adds a site at that address; returns its id. */
  site(url: string): Promise<number>
  check(id: number | string): ReturnType<Callers['rest']>
}

export interface TlsServer {
  url: string
  connections(): number
  show(name: CertificateName): void
  stop(): Promise<void>
}

/** For the top of a test file: a service near the end of 2119 that trusts the test authority. */
export function setUpTls(): TlsFixture {
  const clock = new FakeClock(today)
  const resolver = async (host: string) => (host.endsWith('.test') ? ['127.0.0.1'] : [])
  const fixture = setUpService({ clock, outbound: { extraAuthorities: [pem('authority')], resolver } }) as TlsFixture
  Object.assign(fixture, callers(fixture))
  fixture.clock = clock
  beforeEach(() => clock.advance(Date.parse(today) - clock.now().getTime()))
  fixture.serve = serve
  fixture.site = async (url) => {
    const number = (await fixture.service.db.selectFrom('sites').select('id').execute()).length + 1
    return (await seedSites(fixture.service.db, 1, { url, name: `Site ${number}` }))[0]!.id
  }
  fixture.check = (id) => fixture.rest(`POST /ssl-monitor/${encodeURIComponent(id)}`)
  return fixture
}

async function serve(name: CertificateName, options: TlsOptions = {}): Promise<TlsServer> {
  const sockets: Socket[] = []
  const server = createServer({ key: pem(name), cert: pem(name), ...options })
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return {
    url: `https://site.test:${port}/`,
    connections: () => sockets.length,
    show: (other) => server.setSecureContext({ key: pem(other), cert: pem(other) }),
    stop,
  }
}
