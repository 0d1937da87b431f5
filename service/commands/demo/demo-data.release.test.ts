import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureFirstAdministrator } from '../../domain/access/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { sharedKeySource } from '../../platform/connector/key-source.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { createPast, type Past } from './create-past.ts'
import { createPresent } from './create-present.ts'
import { DemoClock } from './demo-clock.ts'
import { createDemoContext, type DemoContext } from './demo-context.ts'
import { restoreFleet, saveFleet } from './saved-fleet.ts'
import { type DemoFleet, startDemoFleet } from './simulated-fleet.ts'

let service: TestService
let fleet: DemoFleet
let context: DemoContext
let past: Past
const printed: string[] = []
const clock = new DemoClock()

beforeAll(async () => {
  fleet = await startDemoFleet(5, clock)
  const outbound = { resolver: fleet.resolver, extraAuthorities: fleet.authorities }
  service = await startTestService({ clock, keys: sharedKeySource(2), outbound })
  const { app } = service
  context = createDemoContext(app, clock, fleet.sites)
  const print = (line: string) => void printed.push(line)
  past = await createPast(context, () => ensureFirstAdministrator(app.context, {}), {
    receiverUrl: fleet.receiverUrl,
    print,
  })
  // The jobs need a worker.
  const present = await service.openAnother({ works: true, serves: false, clock: systemClock })
  await createPresent(createDemoContext(present, clock, fleet.sites), past.colleagues[0]!.actor, print)
})
afterAll(async () => {
  await service?.close()
  await fleet?.close()
})

const count = async (operation: string, input: object = {}) =>
  (await context.run<{ total: number }>(operation, input)).total

it('has clients, tags, costs, time entries and users', async () => {
  expect(await count('list-clients')).toBe(8)
  expect(await count('list-tags')).toBe(6)
  expect(await count('list-costs')).toBe(12)
  expect(await count('list-time-tasks')).toBe(26)
  expect(await count('list-time-buckets')).toBe(3)
  expect(await count('list-users')).toBe(3)
  const views = await context.run<{ items: { shared: boolean }[] }>('list-views', {}, past.colleagues[0].actor)
  expect(views.items.map(({ shared }) => shared)).toEqual([true, true])
  expect(past.first).toMatchObject({ login: 'admin' })
  const { items } = await context.run<{ items: object[] }>('list-sites', { include_details: true })
  for (const site of items) {
    expect(site).toMatchObject({ client_id: expect.any(Number), tags: expect.arrayContaining([expect.anything()]) })
  }
})

it('has a site that does not answer, one that refuses the key and one that is disconnected', async () => {
  expect(fleet.sites.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  const { sites, incidents, disconnected } = await context.run<Record<string, Record<string, unknown>>>(
    'get-overview',
    {},
  )
  expect(sites).toMatchObject({ total: 5, connected: 4, disconnected: 1, suspended: 0, never_synced: 0 })
  expect(disconnected).toMatchObject({ items: [{ site_id: 2, code: 'svc_site_disconnected' }] })
  expect(await context.run('get-site', { site_id_or_domain: 3 })).toMatchObject({
    status: 'connected',
    sync_error: { code: expect.stringContaining('refused') },
  })
  expect(incidents).toMatchObject({ total: 1, items: [{ site_id: 4 }] })
})

it('has two months of monitoring', async () => {
  const { items } = await context.run<{ items: object[] }>('list-monitors', {})
  expect(items.find((monitor) => 'id' in monitor && monitor.id === 1)).toMatchObject({
    last_status: 'up',
    uptime_ratio_30d: 100,
    response_time_avg_ms: expect.any(Number),
  })
  expect(items.find((monitor) => 'id' in monitor && monitor.id === 4)).toMatchObject({ last_status: 'down' })
  expect(await count('list-heartbeats', { site_id_or_domain: 4, limit: 1 })).toBeGreaterThan(4_000)
})

it('has past updates, ignored updates and a history of the overview', async () => {
  const history = await context.run<{ items: { started_at: string; user: string }[] }>('list-update-history', {})
  expect(history.items.length).toBeGreaterThan(1)
  expect(history.items.at(-1)).toMatchObject({ user: 'maria' })
  expect(new Date(history.items.at(-1)!.started_at) < clock.daysAgo(2)).toBe(true)
  expect(await count('list-ignored-updates')).toBeGreaterThan(0)
  const { days } = await context.run<{ days: object[] }>('get-overview-history', { days: 46 })
  expect(days).toHaveLength(46)
})

it('has a site with a certificate that expires soon, a domain and audits', async () => {
  const site = { site_id_or_domain: 5 }
  const { status, days_left } = await context.run<{ status: string; days_left: number }>('get-site-certificate', site)
  // 8 if midnight has passed since the fleet was started.
  expect([status, days_left]).toEqual(['expiring', expect.toBeOneOf([8, 9])])
  expect(await context.run('get-domain-profile', site)).toMatchObject({ status: 'active', source: 'manual' })
  expect(await count('list-site-audits', site)).toBe(18)
})

it('has outside changes and comments', async () => {
  expect(await count('list-changes', { source: 'site' })).toBeGreaterThan(5)
  expect(await count('list-comments')).toBeGreaterThan(2)
  expect(await count('list-jobs')).toBeGreaterThan(1)
})

it('has channels with rules, a webhook, maintenance and incidents in several states', async () => {
  expect(await count('list-notification-channels')).toBe(3)
  expect(await count('list-notification-rules')).toBe(5)
  expect(await count('list-webhook-endpoints')).toBe(1)
  expect(await count('list-maintenance-windows')).toBe(2)
  expect(await count('list-maintenance-periods', { when: 'announced' })).toBeGreaterThan(0)
  const { items } = await context.run<{ items: object[] }>('list-fleet-incidents', {})
  expect(items).toMatchObject([{ handling: 'acknowledged', assigned_to: 'maria' }])
})

it('restores the sites at the next start', async () => {
  const left = structuredClone(saveFleet(fleet))
  const [{ site } = { site: undefined }] = fleet.sites
  site!.disconnect()
  site!.plugins = []
  restoreFleet(fleet, left)
  expect(saveFleet(fleet)).toEqual(left)
})
