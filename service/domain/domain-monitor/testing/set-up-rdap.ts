import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, onTestFinished } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Content = string | object | Handler

/** A list of registries and some registries, all on one loopback address. */
export interface RdapServer {
  origin: string
  /** Requested paths, in order. */
  requestedPaths: string[]
  /** Sets the answer of a path: JSON, raw text or a handler. */
  answer(path: string, content: Content): void
  /** Requested domains, in order. */
  requestedDomains(): string[]
}

export interface RdapFixture extends Callers {
  service: TestService
  people: People
  registry: RdapServer
  /** Adds a site at that address; returns its id. */
  site(url: string): Promise<number>
  check(id: number | string): ReturnType<Callers['rest']>
}

/** Each test has its own address, so that a registry pause does not affect others. */
let lastAddress = 0

/** For the top of a test file: a service with simulated registries for .com, .de, .co.uk and .рф. */
export function setUpRdap(): RdapFixture {
  const fixture = setUpService() as RdapFixture
  Object.assign(fixture, callers(fixture))
  beforeEach(async () => {
    fixture.registry = await startRegistry()
    await fixture.rest('PUT /domain-monitor/settings/edit', { bootstrap_url: `${fixture.registry.origin}/dns.json` })
  })
  fixture.site = async (url) => (await seedSites(fixture.service.db, 1, { url, name: new URL(url).host }))[0]!.id
  fixture.check = (id) => fixture.rest(`POST /domain-monitor/${encodeURIComponent(id)}`)
  return fixture
}

async function startRegistry(): Promise<RdapServer> {
  const contents = new Map<string, Content>()
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!
    requestedPaths.push(path)
    const content = contents.get(path)
    if (typeof content === 'function') return content(request, response)
    const body = typeof content === 'string' ? content : JSON.stringify(content ?? notFound)
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/rdap+json' }).end(body)
  })
  lastAddress++
  server.listen(0, `127.91.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { address, port } = server.address() as AddressInfo
  const origin = `http://${address}:${port}`
  contents.set('/dns.json', bootstrap(origin))
  return {
    origin,
    requestedPaths,
    answer: (path, content) => void contents.set(path, content),
    requestedDomains: () => requestedPaths.filter((path) => path.includes('/domain/')),
  }
}

/** In the format of the public file. */
export const bootstrap = (origin: string) => ({
  description: 'RDAP bootstrap file for Domain Name System registrations',
  publication: '2026-11-10T18:00:03Z',
  services: [
    [['com', 'net'], [`${origin}/com/v1/`]],
    [['de'], ['ftp://nowhere.example/', `${origin}/de`]],
    [['uk'], [`${origin}/uk/`]],
    [['xn--p1ai'], [`${origin}/rf/`]],
  ],
  version: '1.0',
})

const notFound = {
  errorCode: 404,
  title: 'Not Found',
  description: ['Domain not found'],
  rdapConformance: ['rdap_level_0'],
}

/** In the format of registries of generic domains. */
export function registration(domain: string, changes: Record<string, unknown> = {}) {
  return {
    objectClassName: 'domain',
    handle: '2336799_DOMAIN_COM-VRSN',
    ldhName: domain.toUpperCase(),
    links: [
      {
        value: `x/${domain}`,
        rel: 'self',
        href: `https://rdap.example/domain/${domain}`,
        type: 'application/rdap+json',
      },
    ],
    status: ['client delete prohibited', 'client transfer prohibited'],
    entities: [
      {
        objectClassName: 'entity',
        handle: '376',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', 'Harbour Names Ltd'],
          ],
        ],
        entities: [{ objectClassName: 'entity', roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', '']]] }],
      },
    ],
    events: [
      { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
      { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
      { eventAction: 'last changed', eventDate: '2026-08-14T07:01:44Z' },
      { eventAction: 'last update of RDAP database', eventDate: '2026-11-15T08:00:00Z' },
    ],
    secureDNS: { delegationSigned: false },
    nameservers: [
      { objectClassName: 'nameserver', ldhName: 'A.NS.EXAMPLE.NET' },
      { objectClassName: 'nameserver', ldhName: 'B.NS.EXAMPLE.NET.' },
    ],
    rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_1'],
    notices: [{ title: 'Terms of Use', description: ['Be kind.'] }],
    ...changes,
  }
}
