import { afterEach, describe, expect, it } from 'vitest'
import type { Fleet, Site } from '../../../simulator/index.ts'
import { callers } from '../../testing/callers.ts'
import { connectedFleet } from '../../testing/connected-fleet.ts'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const hour = 3_600_000
const count = 8

let fleet: Fleet | undefined
afterEach(async () => {
  await fleet?.close()
  fleet = undefined
})

async function startSites(sites = count) {
  const started = await connectedFleet(fixture.service, { sites, payload: 4_000, clock: fixture.service.clock })
  fleet = started.fleet
  await syncAll()
  return fleet.sites
}

const rows = () => fixture.service.db.selectFrom('sites').selectAll().orderBy('id').execute()
const statuses = async () => (await rows()).map(({ status }) => status)
const keysOf = (sites: readonly Site[]) => sites.map(({ connectedKey }) => connectedKey)
const repeated = <Value>(value: Value, times = count) => Array<Value>(times).fill(value)

/** A day later: syncs the sites that are due, as workers do. */
async function syncAll() {
  const { app, clock, db } = fixture.service
  clock.advance(24 * hour)
  await app.run('sync-due-sites', {})
  const due = await db.deleteFrom('job_targets').returning('site_id').execute()
  await db.deleteFrom('jobs').execute()
  await Promise.allSettled(due.map(({ site_id }) => app.run('sync-site', { site_id_or_domain: site_id })))
}

/** Each site is answered by the next one, as when a web server has its folders mixed up. */
const misroute = (sites: readonly Site[]) => {
  sites.forEach((site, index) => {
    site.servedBy = sites[(index + 1) % sites.length] ?? null
  })
}
const route = (sites: readonly Site[]) => {
  for (const site of sites) site.servedBy = null
}

describe('sites on a misrouted host', () => {
  it('stay connected, get no new key, and work again without a person', async () => {
    const sites = await startSites()
    const before = keysOf(sites)
    // Such a site accepts every key of a dashboard that names its administrator.
    for (const site of sites) site.passwordless.add(site.admin.login)
    misroute(sites)
    for (let times = 0; times < 5; times++) await syncAll()
    expect(await statuses()).toEqual(repeated('connected'))
    expect((await rows()).map(({ sync_error_code }) => sync_error_code)).toEqual(
      repeated('svc_answered_as_another_site'),
    )
    expect(keysOf(sites)).toEqual(before)
    expect((await ability('reconnect-site', { site_id_or_domain: 1 })).body.code).toBe('svc_answered_as_another_site')
    route(sites)
    await syncAll()
    const after = await rows()
    expect(after.map(({ status, sync_error_code }) => [status, sync_error_code])).toEqual(repeated(['connected', null]))
    expect(keysOf(sites)).toEqual(before)
  })

  it('are connected again by a sync after repeated refusals disconnected them', async () => {
    const sites = await startSites()
    const before = keysOf(sites)
    for (const site of sites) site.showsRest = false
    misroute(sites)
    for (let times = 0; times < 3; times++) await syncAll()
    expect(await statuses()).toEqual(repeated('disconnected'))
    expect((await rest('GET /sites/1')).body.data.condition.detail).toContain('tries its key again at each sync')
    route(sites)
    await syncAll()
    expect(await statuses()).toEqual(repeated('connected'))
    expect(keysOf(sites)).toEqual(before)
  })
})

it('does not try the key of a site that a person disconnected, or whose address changed', async () => {
  const sites = await startSites(3)
  for (const site of sites) site.showsRest = false
  misroute(sites)
  for (let times = 0; times < 3; times++) await syncAll()
  await rest('POST /sites/1/disconnect')
  await rest('PUT /sites/2/edit', { url: 'http://127.99.0.1/' })
  route(sites)
  const calls = [{ ...sites[0]!.counts }, { ...sites[1]!.counts }]
  await syncAll()
  expect(await statuses()).toEqual(['disconnected', 'disconnected', 'connected'])
  expect([sites[0]!.counts, sites[1]!.counts]).toEqual(calls)
})

it('refuses a sync that a copy of another site answers, and stores nothing of it', async () => {
  const [one, other] = (await startSites(2)) as [Site, Site]
  const { wp_version } = (await rows())[0]!
  other.connection = one.connection
  other.core.installed = '9.9'
  one.servedBy = other
  expect((await rest('POST /sites/1/sync')).body.code).toBe('svc_answered_as_another_site')
  expect((await rows())[0]).toMatchObject({ wp_version, sync_error_code: 'svc_answered_as_another_site' })
})
