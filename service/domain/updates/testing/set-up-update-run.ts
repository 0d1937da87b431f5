import { beforeEach } from 'vitest'
import { type Fleet, type Site, startFleet } from '../../../../simulator/index.ts'
import type { AppOptions } from '../../../app.ts'
import { type Callers, callers } from '../../../testing/callers.ts'
import { seedConnectedFleet } from '../../../testing/connected-fleet.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { switchSoakOff } from '../../../testing/switch-soak-off.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'
import type { UpdateHistoryRow } from '../run/update-history-store.ts'

export interface RunFixture extends Callers {
  service: TestService
  people: People
  sites: Site[]
  /** The first simulated site: site 1 of the service. */
  site: Site
  /** Syncs these sites, or all of them. */
  sync(ids?: readonly number[]): Promise<void>
  /** The pending updates of a site in the service, as `type slug version`. */
  pendingUpdates(siteId?: number): Promise<string[]>
  history(): Promise<UpdateHistoryRow[]>
  /** The changing calls that the site performed, as `function list`. */
  sentCalls(site?: Site): string[]
  /** Advances the clock until the answer is there: pauses depend on the clock. */
  passTime(answer: Promise<Answer>): Promise<Answer>
  general(settings: Record<string, unknown>): Promise<void>
}

// Shared by a test worker. Every test gets its own sites, so that the backoff of a host affects no other test.
let shared: Promise<Fleet> | undefined
let handedOut = 0

/**
 * For the top of a test file, without repeated checks unless `soak`: connected sites with pending updates of WordPress, two plugins, a theme and
 * a translation.
 */
export function setUpUpdateRun({
  sites = 1,
  soak = false,
  ...options
}: { sites?: number; soak?: boolean } & Partial<AppOptions> = {}): RunFixture {
  const fixture = setUpService(options) as RunFixture
  Object.assign(fixture, callers(fixture))
  fixture.sync = async (ids = fixture.sites.map((_, index) => index + 1)) => {
    for (const id of ids) {
      const { status, text } = await fixture.rest(`POST /sites/${id}/sync`)
      if (status !== 200) throw new Error(`Not synced: ${text}`)
    }
  }
  fixture.pendingUpdates = async (siteId = 1) => {
    const { body } = await fixture.ability('get-site-updates', { site_id_or_domain: siteId })
    return (body.updates as Record<string, string>[]).map((each) =>
      `${each.type} ${each.slug} ${each.new_version}`.trim(),
    )
  }
  fixture.history = () => fixture.service.db.selectFrom('update_history').selectAll().orderBy('id').execute()
  fixture.sentCalls = (site = fixture.site) =>
    site.journal
      .filter(({ function: name }) => name.startsWith('upgrade'))
      .map(({ function: name, parameters }) => `${name} ${parameters.list ?? ''}`.trim())
  fixture.passTime = async (answer) => {
    let pending = true
    const over = answer.finally(() => {
      pending = false
    })
    while (pending) {
      // Slower while a site works: its answer needs real time, and must not miss a deadline by chance.
      const isWorking = fixture.sites.some(({ callLog }) => callLog.requests.now > 0)
      fixture.service.clock.advance(isWorking ? 100 : 1_000)
      await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 5))])
    }
    return over
  }
  fixture.general = async (settings) => {
    const { status, text } = await fixture.rest('PUT /settings/general/edit', settings)
    if (status !== 200) throw new Error(`Not set: ${text}`)
  }
  beforeEach(async () => {
    shared ??= startFleet({ sites: 600, baseAddress: '127.79.0.1', payload: 4_000 })
    const fleet = await shared
    fixture.sites = fleet.sites.slice(handedOut, handedOut + sites)
    handedOut += sites
    if (fixture.sites.length < sites) throw new Error('All simulated sites are used up: make the fleet larger.')
    fixture.site = fixture.sites[0]!
    for (const site of fixture.sites) furnish(site)
    await seedConnectedFleet(fixture.service, { sites: fixture.sites })
    await fixture.sync()
    if (!soak) await switchSoakOff(fixture.service)
  })
  return fixture
}

export const everything = [
  'core wordpress 6.9',
  'plugin forms/forms.php 1.1',
  'plugin shop/shop.php 2.0',
  'theme harbour 1.2',
  'translation forms 1.0',
]

function furnish(site: Site): void {
  site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
  for (const plugin of site.plugins) plugin.offer = null
  site.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', offer: '1.1' })
  site.addPlugin({ file: 'shop/shop.php', name: 'Shop', version: '1.0.1', offer: '2.0', active: false })
  site.themes = []
  site.addTheme({ slug: 'harbour', name: 'Harbour', version: '1.0', offer: '1.2' })
  site.activeTheme = 'harbour'
  site.translations = [{ type: 'plugin', slug: 'forms', language: 'de_DE', name: 'Forms', version: '1.0' }]
  Object.assign(site.core, { installed: '6.8.1', offered: '6.9' })
}
