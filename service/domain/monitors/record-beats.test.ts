import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOfEvents, notificationsOf, publishedEvents } from '../../testing/published-events.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { readBeats } from './heartbeats.ts'
import type { Probe } from './probe.ts'
import { type Observation, recordObservations, recordPause } from './record-beats.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.reset()
  await seedSites(service.db, 3)
})
afterAll(() => service.close())

const good: Omit<Probe, 'at'> = {
  ok: true,
  code: 200,
  ms: 120,
  dnsMs: 5,
  connectMs: 20,
  tlsMs: 40,
  firstByteMs: 50,
  message: '',
  cause: '',
  address: '203.0.113.7',
}
const bad: Omit<Probe, 'at'> = {
  ...good,
  ok: false,
  code: 500,
  message: 'The site answered 500; expected 200-206.',
  cause: 'status',
}

const seen = (siteId: number, probe: Omit<Probe, 'at'>, changes: Partial<Observation> = {}): Observation => ({
  siteId,
  probe: { at: service.clock.now(), ...probe },
  maxRetries: 0,
  intervalMs: 60_000,
  paused: false,
  ...changes,
})
const record = (...observations: Observation[]) => recordObservations(service.db, observations, service.clock.now())
const beatsOf = (siteId: number) =>
  readBeats(service.db, siteId, { from: new Date(0), to: new Date(service.clock.now().getTime() + 1) })
const monitor = (siteId: number) =>
  service.db.selectFrom('monitors').selectAll().where('site_id', '=', siteId).executeTakeFirst()
const events = () => notificationsOf(service.db)
const incidents = () => service.db.selectFrom('monitor_incidents').selectAll().orderBy('id').execute()

it('stores the beat with its phases, the state and the counts of the hour', async () => {
  await record(seen(1, good), seen(2, bad))
  service.clock.advance(60_000)
  await record(seen(1, { ...good, ms: 80 }))
  expect(await beatsOf(1)).toMatchObject([
    { status: 'up', code: 200, ms: 80, statusChanged: false },
    { status: 'up', code: 200, ms: 120, dnsMs: 5, connectMs: 20, tlsMs: 40, firstByteMs: 50, statusChanged: true },
  ])
  expect(await monitor(1)).toMatchObject({ status: 'up', response_ms: 80, http_code: 200, address: '203.0.113.7' })
  const hour = service.db.selectFrom('monitor_hours').selectAll().where('site_id', '=', 1)
  expect(await hour.execute()).toMatchObject([{ up: 2, down: 0, pending: 0, total_ms: 200, min_ms: 80, max_ms: 120 }])
})

it('opens one incident, counts its failures, closes it, and announces both', async () => {
  await record(seen(1, bad))
  const began = service.clock.now()
  for (let minute = 0; minute < 3; minute++) {
    service.clock.advance(60_000)
    await record(seen(1, bad))
  }
  service.clock.advance(60_000)
  await record(seen(1, good))
  expect(await incidents()).toMatchObject([
    {
      site_id: 1,
      started_at: began,
      ended_at: service.clock.now(),
      ended_by: 'up',
      down_count: 4,
      cause_code: 'status',
      cause: 'The site answered 500; expected 200-206.',
    },
  ])
  expect((await events()).map(({ kind }) => kind)).toEqual(['down', 'up'])
})

it('announces a certificate problem as such', async () => {
  await record(seen(1, { ...bad, code: 0, cause: 'tls_invalid', message: 'The certificate cannot be trusted.' }))
  expect(await events()).toMatchObject([{ kind: 'certificate', cause: 'The certificate cannot be trusted.' }])
})

it('uses the host name as the address of a site that never answered', async () => {
  await record(seen(1, { ...bad, address: null }))
  expect(await events()).toMatchObject([{ address: 'site-1.example' }])
})

it('keeps the last address of a site that no longer answers', async () => {
  await record(seen(1, good))
  await record(seen(1, { ...bad, address: null }))
  expect(await events()).toMatchObject([{ address: '203.0.113.7' }])
})

it('skips a deleted site and stores the others', async () => {
  await service.db.deleteFrom('sites').where('id', '=', 1).execute()
  expect(await record(seen(1, bad), seen(2, good))).toMatchObject([{ siteId: 2, status: 'up' }])
  expect(await incidents()).toEqual([])
})

it('shows the check of a paused monitor without changing its status', async () => {
  await record(seen(1, bad, { paused: true }))
  expect(await monitor(1)).toMatchObject({ status: 'first', http_code: 500, checked_at: service.clock.now() })
  expect([await beatsOf(1), await incidents(), await events()]).toEqual([[], [], []])
})

describe('pausing', () => {
  it('resets the status without an announcement', async () => {
    await record(seen(1, bad), seen(2, good))
    expect(await recordPause(service.db, [1, 2, 3], service.clock.now())).toHaveLength(2)
    expect(await monitor(1)).toMatchObject({ status: 'first', failures: 0, failing_since: null })
    expect(await incidents()).toMatchObject([{ ended_at: service.clock.now(), ended_by: 'paused' }])
    expect((await events()).map(({ kind }) => kind)).toEqual(['down'])
  })

  it('does not split an outage: a site that is down before and after has one incident', async () => {
    await record(seen(1, good))
    service.clock.advance(60_000)
    const began = service.clock.now()
    await record(seen(1, bad))
    service.clock.advance(60_000)
    await recordPause(service.db, [1], service.clock.now())
    service.clock.advance(3_600_000)
    await record(seen(1, bad))
    expect(await incidents()).toMatchObject([{ started_at: began, ended_at: null, ended_by: null, down_count: 2 }])
    service.clock.advance(60_000)
    await record(seen(1, bad))
    service.clock.advance(60_000)
    await record(seen(1, good))
    expect(await incidents()).toMatchObject([
      { started_at: began, ended_at: service.clock.now(), ended_by: 'up', down_count: 3 },
    ])
    expect((await events()).map(({ kind }) => kind)).toEqual(['down', 'up'])
  })

  it('leaves an outage to be ended by the first successful check, and a later one is another', async () => {
    await record(seen(1, bad))
    await recordPause(service.db, [1], service.clock.now())
    service.clock.advance(3_600_000)
    await record(seen(1, good))
    const ended = service.clock.now()
    service.clock.advance(60_000)
    await record(seen(1, bad))
    expect(await incidents()).toMatchObject([
      { ended_at: ended, ended_by: 'up' },
      { started_at: service.clock.now(), ended_at: null },
    ])
  })
})

describe('a site that was never reached', () => {
  beforeEach(() => service.db.updateTable('sites').set({ connection: 'never' }).where('id', '=', 1).execute())

  it('is not down: it has no incident and nothing is announced', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await record(seen(1, bad))
      service.clock.advance(60_000)
    }
    expect(await monitor(1)).toMatchObject({ status: 'first', http_code: 500, known_since: null })
    expect([await incidents(), await events()]).toEqual([[], []])
    expect((await beatsOf(1)).map(({ status }) => status)).toEqual(Array(5).fill('pending'))
  })

  it('can be down after its first successful check', async () => {
    await record(seen(1, bad))
    service.clock.advance(60_000)
    await record(seen(1, good))
    service.clock.advance(60_000)
    await record(seen(1, bad))
    expect(await incidents()).toMatchObject([{ started_at: service.clock.now() }])
  })
})

it('never ends an incident before it began when the clock was set back', async () => {
  await record(seen(1, bad))
  const [incident] = await incidents()
  const earlier = new Date(incident!.started_at.getTime() - 3_600_000)
  await record(seen(1, good, { probe: { ...good, at: earlier } }))
  expect((await incidents())[0]!.ended_at).toEqual(incident!.started_at)
})

it('loses nothing when two write about the same sites at the same time', async () => {
  const rounds = 10
  await Promise.all(
    Array.from({ length: rounds }, (_, round) =>
      record(...(round % 2 === 0 ? [1, 2, 3] : [3, 2, 1]).map((siteId) => seen(siteId, good))),
    ),
  )
  for (const siteId of [1, 2, 3]) expect(await beatsOf(siteId)).toHaveLength(rounds)
})

it('ignores a check of a former address, and the next outage is not the one of that address', async () => {
  await record(seen(1, bad))
  const former = seen(1, bad)
  service.clock.advance(1_000)
  await service.db
    .updateTable('sites')
    .set({ url: 'https://moved.example/', address_changed_at: service.clock.now() })
    .where('id', '=', 1)
    .execute()
  expect(await record(former)).toMatchObject([{ siteId: 1, status: 'first', stateChange: null, address: null }])
  expect(await monitor(1)).toMatchObject({ status: 'first', checked_at: null, failures: 0 })
  service.clock.advance(1_000)
  await record(seen(1, bad))
  expect(await incidents()).toMatchObject([{ ended_at: expect.any(Date) }, { ended_at: null, down_count: 1 }])
})

describe('events', () => {
  it('are published for the first failed check, the incident and its end, in one statement each', async () => {
    await record(seen(1, good), seen(2, good))
    service.clock.advance(60_000)
    await record(seen(1, bad, { maxRetries: 1 }), seen(2, bad, { maxRetries: 1 }))
    service.clock.advance(60_000)
    await record(seen(1, bad, { maxRetries: 1 }), seen(2, good))
    service.clock.advance(60_000)
    await record(seen(1, good))
    expect(await publishedEvents(service.db)).toEqual([
      'monitor.degraded site:1',
      'monitor.degraded site:2',
      'monitor.down site:1',
      'monitor.up site:1',
    ])
    const [up] = await dataOfEvents(service.db, 'monitor.up')
    expect(up).toEqual({
      incident_id: 1,
      address: '203.0.113.7',
      cause_code: 'status',
      cause: 'The site answered 500; expected 200-206.',
      began_at: '2026-11-15T09:01:00Z',
      ended_at: '2026-11-15T09:03:00Z',
    })
  })
})
