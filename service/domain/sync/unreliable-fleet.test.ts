import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fleet, type MisbehaviourName, type Site, startFleet } from '../../../simulator/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { seedConnectedFleet } from '../../testing/connected-fleet.ts'
import { type House, openHouse } from '../../testing/house.ts'
import { type People, seedPeople } from '../../testing/people.ts'

// More than 200, so that it is queued.
const size = 240
const personalities = { slow: 0.05, dead: 0.05, hostile: 0.02 }

/** What hostile sites do here, and what a sync of them ends in; null: it is stored as far as it can be. */
const attacks: [MisbehaviourName, object, string | null][] = [
  ['gzip-bomb', { bytes: 100_000_000 }, 'svc_unreadable_answer'],
  ['endless-body', {}, 'svc_unreadable_answer'],
  ['endless-headers', {}, 'svc_unreadable_answer'],
  ['deep-json', {}, 'svc_unreadable_answer'],
  ['redirect-metadata', {}, 'svc_redirected'],
  ['http-500', {}, 'svc_site_error'],
  ['xss', {}, null],
  ['nul', {}, null],
  ['wrong-types', {}, null],
  ['event-flood', { count: 3_000 }, null],
]

let house: House
let people: People
let fleet: Fleet
beforeAll(async () => {
  house = await openHouse({ works: true, clock: systemClock })
  people = await seedPeople(house)
  fleet = await startFleet({ sites: size, personalities, slowness: 400, payload: 12_000 })
  await seedConnectedFleet(house, fleet)
  for (const [place, site] of sitesOf('hostile').entries()) {
    const [name, amount] = attackOf(place)
    await site.behave()
    site.misbehave(name, { on: 'stats', ...amount })
  }
})
afterAll(async () => {
  await fleet.close()
  await house.close()
})

const sitesOf = (personality: Site['personality']) => fleet.sites.filter((site) => site.personality === personality)
const attackOf = (place: number) => attacks[place % attacks.length]!
const hangs = (site: Site) => site.faults.names.includes('never-answer')

/** What must be told of each site, by its address; undefined: nothing, it is well. */
function expectedErrors(): Map<string, string> {
  const dead = sitesOf('dead').map((site) => [site.url, hangs(site) ? 'svc_site_offline' : 'svc_connection_failed'])
  const hostile = sitesOf('hostile').flatMap(({ url }, place) => {
    const code = attackOf(place)[2]
    return code === null ? [] : [[url, code]]
  })
  return new Map([...dead, ...hostile] as [string, string][])
}

it(`of ${size} sites, some slow, dead or hostile, a sync tells exactly what became of each, and nobody waits for the dead`, {
  timeout: 120_000,
}, async () => {
  const { headers } = people.administrator
  const url = '/api/v1/abilities/svc/sync-sites-v1/run'
  const { body: queued } = await house.request({ method: 'POST', url, headers, payload: { input: {} } })
  expect(queued).toMatchObject({ queued: true, sites_queued: size })
  const report = async () =>
    (await house.request({ url: `/api/v2/jobs/${queued.job_id}`, headers })).body.data as {
      status: string
      processed: number
      succeeded: number
      failed: number
      errors: { site_url: string; code: string }[]
    }

  // Some never answer, and their time is not up yet: all the others are done with already.
  const silent = fleet.sites.filter(hangs).length
  expect(silent).toBeGreaterThanOrEqual(size * 0.02)
  await expect.poll(async () => (await report()).processed, { timeout: 90_000, interval: 250 }).toBe(size - silent)
  expect(await report()).toMatchObject({ status: 'processing' })

  await fleet.close()
  await expect.poll(async () => (await report()).status, { timeout: 30_000, interval: 250 }).toBe('completed')
  const { succeeded, failed, errors } = await report()
  const expected = expectedErrors()
  expect(new Map(errors.map(({ site_url, code }) => [site_url, code]))).toEqual(expected)
  expect([succeeded, failed, errors.length]).toEqual([size - expected.size, expected.size, expected.size])
  // Whoever was said to be synced was asked.
  for (const site of fleet.sites) {
    if (expected.has(site.url)) continue
    // A flood of changes takes some more calls, but not many.
    const most = site.faults.names.includes('event-flood') ? 6 : 1
    expect.soft(site.counts.stats, site.url).toBeGreaterThanOrEqual(1)
    expect.soft(site.counts.stats, site.url).toBeLessThanOrEqual(most)
  }
})
