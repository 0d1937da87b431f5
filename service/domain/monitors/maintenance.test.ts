import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationsOf } from '../../testing/published-events.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { announceHeldIncidents, recordObservations, recordPause } from './record-beats.ts'
import { badProbe, goodProbe } from './testing/seed-history.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.reset()
  await seedSites(service.db, 3)
})
afterAll(() => service.close())

const minute = 60_000
const check = (kind: 'good' | 'bad', siteId = 1) => {
  const at = service.clock.now()
  const probe = { ...(kind === 'good' ? goodProbe : badProbe), at }
  return recordObservations(service.db, [{ siteId, probe, maxRetries: 0, intervalMs: minute, paused: false }], at)
}
const kinds = async () => (await notificationsOf(service.db)).map(({ kind }) => kind)
const alarms = async () =>
  (await service.db.selectFrom('monitor_incidents').select('alarm').orderBy('id').execute()).map(({ alarm }) => alarm)
const announceHeld = () => announceHeldIncidents(service.db, service.clock.now())
const startMaintenance = async (minutes: number, scope: object = { site_id: 1 }): Promise<number> => {
  const ends_at = new Date(service.clock.now().getTime() + minutes * minute).toISOString()
  const { output } = await service.app.run('add-maintenance-window', { title: 'Move', ends_at, ...scope })
  return (output as { id: number }).id
}

describe('an incident that begins in maintenance', () => {
  it('is not announced while the maintenance lasts, and is announced at its end', async () => {
    await check('good')
    await startMaintenance(30)
    service.clock.advance(minute)
    await check('bad')
    expect([await kinds(), await alarms()]).toEqual([[], ['held']])
    expect(await announceHeld()).toBe(0)
    service.clock.advance(29 * minute)
    expect(await announceHeld()).toBe(1)
    expect([await kinds(), await alarms()]).toEqual([['down'], ['sent']])
    expect(await announceHeld()).toBe(0)
    await check('good')
    expect(await kinds()).toEqual(['down', 'up'])
  })

  it('is not announced at all when it ends before', async () => {
    await check('good')
    await startMaintenance(30)
    service.clock.advance(minute)
    await check('bad')
    service.clock.advance(minute)
    await check('good')
    service.clock.advance(60 * minute)
    expect(await announceHeld()).toBe(0)
    expect([await kinds(), await alarms()]).toEqual([[], ['skipped']])
  })

  it('is announced when the maintenance is ended or deleted early', async () => {
    for (const end of ['end-maintenance-window', 'delete-maintenance-window']) {
      await service.reset()
      await seedSites(service.db, 1)
      await check('good')
      const id = await startMaintenance(30)
      service.clock.advance(minute)
      await check('bad')
      service.clock.advance(minute)
      await service.app.run(end, { window_id: id }, { confirmed: true })
      expect([await announceHeld(), await kinds()]).toEqual([1, ['down']])
    }
  })

  it('publishes its event at the end of the maintenance, not before', async () => {
    const published = async () =>
      (await service.db.selectFrom('events').select('type').execute()).map(({ type }) => type)
    await check('good')
    await startMaintenance(30)
    service.clock.advance(minute)
    await check('bad')
    expect(await published()).not.toContain('monitor.down')
    service.clock.advance(30 * minute)
    await announceHeld()
    expect(await published()).toContain('monitor.down')
  })

  it('is announced once by two processes', async () => {
    await check('good')
    await startMaintenance(30)
    service.clock.advance(minute)
    await check('bad')
    service.clock.advance(30 * minute)
    const counts = await Promise.all([announceHeld(), announceHeld()])
    expect(counts.sort()).toEqual([0, 1])
    expect(await kinds()).toEqual(['down'])
  })

  it('stays one incident when the monitor is paused, and is announced after both', async () => {
    await check('good')
    await startMaintenance(30)
    service.clock.advance(minute)
    await check('bad')
    service.clock.advance(minute)
    await recordPause(service.db, [1], service.clock.now())
    service.clock.advance(60 * minute)
    expect(await announceHeld()).toBe(0)
    await check('bad')
    expect([await announceHeld(), await kinds(), await alarms()]).toEqual([1, ['down'], ['sent']])
  })
})

it('announces an incident of a site that the window does not cover', async () => {
  await check('good', 2)
  await startMaintenance(30)
  await check('bad', 2)
  expect(await kinds()).toEqual(['down'])
})

it('announces the end of an incident that began before the maintenance', async () => {
  await check('good')
  service.clock.advance(minute)
  await check('bad')
  await startMaintenance(30)
  service.clock.advance(minute)
  await check('good')
  expect(await kinds()).toEqual(['down', 'up'])
})

it('shows the time in maintenance apart in the figures of the monitor and of the incident', async () => {
  await check('good')
  await startMaintenance(10)
  service.clock.advance(3 * minute)
  for (let each = 0; each < 10; each++) {
    await check('bad')
    service.clock.advance(minute)
  }
  await check('good')
  const { output: monitor } = await service.app.run('get-monitor', { site_id_or_domain: 1 })
  expect(monitor).toMatchObject({ maintenance_sec_30d: 600, incidents_count_7d: 1, uptime_ratio_24h: 0 })
  const { output: incidents } = await service.app.run('list-incidents', { site_id_or_domain: 1 })
  // Ten minutes in all, of which seven are in maintenance.
  expect(incidents).toMatchObject({ items: [{ duration_sec: 600, downtime_sec: 180, alarm: 'skipped' }] })
})
