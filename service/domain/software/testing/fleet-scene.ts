import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Fleet, type Site, startFleet } from '../../../../simulator/index.ts'
import { rooms } from '../../../catalogue.ts'
import { absorbInto } from '../../../operation/absorb.ts'
import { type Connector, createConnector } from '../../../platform/connector/connector.ts'
import { type KeyPair, sharedKeySource } from '../../../platform/connector/key-source.ts'
import { keyOf } from '../../../platform/connector/parts/registration.ts'
import { type SiteSnapshot, snapshotParts } from '../../../platform/connector/snapshot/snapshot.ts'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/http-client.ts'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type House, openHouse } from '../../../testing/house.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

export interface FleetScene extends Callers {
  house: House
  people: People
  /** Two simulated sites, which the house knows as connected: numbers 1 and 2. */
  site: Site
  other: Site
  /** What the site tells about itself now. */
  read(site?: Site): Promise<SiteSnapshot>
  absorb(siteId: number, snapshot: SiteSnapshot): Promise<void>
  /** Reads a site and takes in what it told, as a sync does. */
  sync(): Promise<void>
}

const server = 'https://fleet.example/'
const perTest = 2

/** A house with two connected sites, other ones for every test: what a fault did to a host is not felt by the next. */
export function fleetScene(tests = 40): FleetScene {
  const scene = {} as FleetScene
  let fleet: Fleet
  let outbound: Outbound
  let connector: Connector
  let keyPair: KeyPair
  let used = 0
  Object.assign(scene, callers(scene))

  beforeAll(async () => {
    const allowNetworks = parseNetworks('127.0.0.0/8')
    keyPair = await sharedKeySource().take()
    fleet = await startFleet({ sites: tests * perTest, connect: { publicKeys: [keyPair.publicKeyPem], server } })
    scene.house = await openHouse()
    const { clock } = scene.house
    outbound = createOutbound({ allowNetworks, clock })
    connector = createConnector({ outbound, keys: sharedKeySource(), clock, allowNetworks })
    scene.read = (site = scene.site) =>
      connector.readSite(
        { id: 1, label: '', url: site.url, verifyTls: true, admin: site.admin.login, server, key: keyOf(keyPair) },
        { parts: snapshotParts.filter((part) => part !== 'changes') },
      )
    scene.absorb = absorbInto(rooms, scene.house.db, clock)
    scene.sync = async () => {
      await scene.absorb(1, await scene.read(scene.site))
      await scene.absorb(2, await scene.read(scene.other))
    }
  })
  beforeEach(async () => {
    const { house } = scene
    await house.reset()
    scene.people = await seedPeople(house)
    const sites = fleet.sites.slice(used, used + perTest)
    used += perTest
    scene.site = sites[0]!
    scene.other = sites[1]!
    for (const site of sites) {
      site.plugins = site.plugins.filter(({ entry }) => /mainwp-child/.test(entry.file))
      site.themes = []
      site.addTheme({ slug: 'now', name: 'Now', version: '1.0' })
      site.addTheme({ slug: 'spare', name: 'Spare', version: '2.0', offer: '2.1' })
      site.activeTheme = 'now'
      site.translations = []
      site.addPlugin({ file: 'on/on.php', name: 'On', version: '1.0', offer: '1.1' })
      site.addPlugin({ file: 'off/off.php', name: 'Off', version: '2.0', active: false })
    }
    await seedSites(house.db, sites.length, (number) => ({
      url: sites[number - 1]!.url,
      private_key: house.secrets.seal(keyPair.privateKeyPem, 'sites.private_key'),
    }))
  })
  afterAll(async () => {
    await outbound.close()
    await fleet.close()
    await scene.house.close()
  })
  return scene
}
