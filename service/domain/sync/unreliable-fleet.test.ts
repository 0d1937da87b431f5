import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { type People, seedPeople } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { startUnreliableFleet, type UnreliableFleet } from '../../testing/unreliable-fleet.ts'

// More than 200, so that it is queued; npm run drill has 500.
const size = 240

let service: TestService
let people: People
let fixture: UnreliableFleet
beforeAll(async () => {
  service = await startTestService({ works: true, clock: systemClock })
  people = await seedPeople(service)
  fixture = await startUnreliableFleet(service, size)
})
afterAll(async () => {
  await fixture.fleet.close()
  await service.close()
})

interface Report {
  status: string
  processed: number
  succeeded: number
  failed: number
  errors: { site_url: string; code: string }[]
}

it(`a sync of ${size} sites, some slow, dead or hostile, reports the exact result of each without waiting for dead ones`, {
  timeout: 600_000,
}, async () => {
  const { fleet, silent, expectedErrors } = fixture
  const { headers } = people.administrator
  const url = '/api/v1/abilities/svc/sync-sites-v1/run'
  const { body: queued } = await service.request({ method: 'POST', url, headers, payload: { input: {} } })
  expect(queued).toMatchObject({ queued: true, sites_queued: size })
  const report = async () =>
    (await service.request({ url: `/api/v2/jobs/${queued.job_id}`, headers })).body.data as Report
  const becomes = (read: (report: Report) => unknown, value: unknown) =>
    expect.poll(async () => read(await report()), { timeout: 240_000, interval: 250 }).toBe(value)

  // Sites that never answer are still waiting for their timeout; all others are done.
  expect(silent.length).toBeGreaterThanOrEqual(size * 0.02)
  await becomes(({ processed }) => processed, size - silent.length)
  expect(await report()).toMatchObject({ status: 'processing' })

  await fleet.close()
  await becomes(({ status }) => status, 'completed')
  const { succeeded, failed, errors } = await report()
  expect(new Map(errors.map(({ site_url, code }) => [site_url, code]))).toEqual(expectedErrors)
  expect([succeeded, failed]).toEqual([size - expectedErrors.size, expectedErrors.size])
  // Every synced site was called; many changes take a few more calls.
  for (const { url, counts, faults } of fleet.sites.filter(({ url }) => !expectedErrors.has(url))) {
    expect.soft(counts.stats, url).toBeGreaterThanOrEqual(1)
    expect.soft(counts.stats, url).toBeLessThanOrEqual(faults.names.includes('event-flood') ? 6 : 1)
  }
})
