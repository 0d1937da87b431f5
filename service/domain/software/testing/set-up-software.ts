import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Fleet, type Site, startFleet } from '../../../../simulator/index.ts'
import { features } from '../../../catalogue.ts'
import { createIngest } from '../../../operation/ingest.ts'
import { createConnector } from '../../../platform/connector/connector.ts'
import { type KeyPair, sharedKeySource } from '../../../platform/connector/key-source.ts'
import { keyOf } from '../../../platform/connector/parts/registration.ts'
import { type SiteSnapshot, snapshotParts } from '../../../platform/connector/snapshot/snapshot.ts'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/http-client.ts'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'

export interface SoftwareFixture extends Callers {
  service: TestService
  people: People
  /** Two simulated sites, connected as sites 1 and 2. */
  site: Site
  other: Site
  /** A snapshot of the site. */
  read(site?: Site): Promise<SiteSnapshot>
  ingest(siteId: number, snapshot: SiteSnapshot): Promise<void>
  /** Reads both sites and ingests the snapshots, as a sync does. */
  sync(): Promise<void>
}

const server = 'https://fleet.example/'
const perTest = 2

// Shared by a test worker. Every test gets its own sites, so that the backoff of a host affects no other test.
let shared: Promise<Fleet> | undefined
let handedOut = 0
const sharedFleet = () => {
  shared ??= startFleet({ sites: 400, baseAddress: '127.78.0.1', payload: 4_000 })
  return shared
}

/** For the top of a test file: a service with two connected sites, each with a few plugins and themes. */
export function setUpSoftware(): SoftwareFixture {
  const fixture = setUpService() as SoftwareFixture
  Object.assign(fixture, callers(fixture))
  let outbound: Outbound
  let keyPair: KeyPair

  beforeAll(async () => {
    const { clock, db } = fixture.service
    const allowNetworks = parseNetworks('127.0.0.0/8')
    keyPair = await sharedKeySource().take()
    outbound = createOutbound({ allowNetworks, clock })
    const connector = createConnector({ outbound, keys: sharedKeySource(), clock, allowNetworks })
    const parts = snapshotParts.filter((part) => part !== 'changes')
    fixture.read = ({ url, admin } = fixture.site) => {
      const key = keyOf(keyPair)
      return connector.readSite({ id: 0, label: '', url, verifyTls: true, admin: admin.login, server, key }, { parts })
    }
    fixture.ingest = createIngest(features, db, clock)
    fixture.sync = async () => {
      await fixture.ingest(1, await fixture.read(fixture.site))
      await fixture.ingest(2, await fixture.read(fixture.other))
    }
  })
  beforeEach(async () => {
    const fleet = await sharedFleet()
    const sites = fleet.sites.slice(handedOut, handedOut + perTest)
    handedOut += perTest
    if (sites.length < perTest) throw new Error('All simulated sites are used up: make the fleet larger.')
    fixture.site = sites[0]!
    fixture.other = sites[1]!
    for (const site of sites) furnish(site, keyPair)
    const { db, secrets } = fixture.service
    await seedSites(db, sites.length, (number) => ({
      url: sites[number - 1]!.url,
      private_key: secrets.seal(keyPair.privateKeyPem, 'sites.private_key'),
    }))
  })
  afterAll(() => outbound.close())
  return fixture
}

function furnish(site: Site, { publicKeyPem }: KeyPair): void {
  site.connect({ publicKey: publicKeyPem, server })
  site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
  site.addPlugin({ file: 'on/on.php', name: 'On', version: '1.0', offer: '1.1' })
  site.addPlugin({ file: 'off/off.php', name: 'Off', version: '2.0', active: false })
  site.themes = []
  site.addTheme({ slug: 'now', name: 'Now', version: '1.0' })
  site.addTheme({ slug: 'spare', name: 'Spare', version: '2.0', offer: '2.1' })
  site.activeTheme = 'now'
  site.translations = []
}
