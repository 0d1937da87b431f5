import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { type Notices, openNotices } from '../../../platform/database/notices.ts'
import { createLog } from '../../../platform/log.ts'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/http-client.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { openSettings, type SettingsCache } from '../../settings/index.ts'
import { type MonitorWork, startMonitorWork } from '../monitor-work.ts'

export interface MonitorFixture {
  service: TestService
  people: People
  fleet: Fleet
  outbound: Outbound
  notices: Notices
  settings: SettingsCache
  /** Starts another process that checks monitors; stopped after the test. */
  watch(holder?: string): Promise<MonitorWork>
  /** The same, but calling the returned function crashes it without releasing its shares. */
  watchUntilCrash(holder: string): Promise<() => Promise<void>>
  /** Shifts the clock of all processes without firing timers. */
  setClock(milliseconds: number): void
  /** Advances the clock and waits for all work that becomes due. */
  pass(seconds: number): Promise<void>
  /** The same without waiting, for when work cannot finish. */
  passWithoutWaiting(seconds: number): Promise<void>
  /** Changes global settings with the fields of PUT /monitors/settings. */
  set(values: object): Promise<void>
  incidents(): Promise<{ site_id: number; started_at: Date; ended_at: Date | null; down_count: number }[]>
  status(siteId: number): Promise<string>
}

/** A fleet of simulated sites that are checked every minute by the test clock. */
export function setUpMonitors(sites: number, fleetOptions: object = {}): MonitorFixture {
  const fixture = {} as MonitorFixture
  const works: MonitorWork[] = []
  let set = 0
  let ownDb: Database
  beforeAll(async () => {
    fixture.service = await startTestService()
    fixture.fleet = await startFleet({ sites, seed: 7, ...fleetOptions })
    fixture.outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
    fixture.notices = await openNotices(
      { connectionString: fixture.service.connectionString },
      fixture.service.clock,
      createLog('silent'),
    )
    // Separate processes: they share the database with the service, but no memory.
    ownDb = openDatabase({ connectionString: fixture.service.connectionString, max: 5 })
    fixture.settings = await openSettings(ownDb, fixture.notices)
    const { db, clock, secrets } = fixture.service
    const wallClock: Clock = {
      now: () => new Date(clock.now().getTime() + set),
      after: (milliseconds, callback) => clock.after(milliseconds, callback),
    }
    const start = async (holder: string, database: Database) => {
      const { outbound, notices, settings } = fixture
      const common = { notices, outbound, secrets, settings, clock: wallClock, log: createLog('silent') }
      const work = await startMonitorWork({ ...common, db: database, holder, stopwatch: () => clock.now().getTime() })
      works.push(work)
      return work
    }
    fixture.watch = (holder = randomUUID()) => start(holder, ownDb)
    fixture.watchUntilCrash = async (holder) => {
      const own = openDatabase({ connectionString: fixture.service.connectionString, max: 2 })
      const work = await start(holder, own)
      return async () => {
        works.splice(works.indexOf(work), 1)
        await own.destroy()
        for (const [table, column] of [
          ['monitor_shares', 'held_until'],
          ['monitor_workers', 'seen_until'],
        ])
          await db.pool.query(`update ${table} set ${column} = now() where holder = $1`, [holder])
      }
    }
    fixture.setClock = (milliseconds) => {
      set += milliseconds
    }
    fixture.pass = async (seconds) => {
      // In small steps: a process that does not renew its lease for seconds stops checking.
      for (let left = seconds; left > 0; left -= 2) {
        clock.advance(Math.min(left, 2) * 1000)
        for (const work of works) await work.settled()
      }
    }
    fixture.passWithoutWaiting = async (seconds) => {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1000)
        await db.pool.query('select 1')
      }
    }
    fixture.set = async (values) => {
      await fixture.service.app.run('update-global-monitor-settings', values)
      await fixture.settings.refresh()
    }
    fixture.incidents = () =>
      db
        .selectFrom('monitor_incidents')
        .select(['site_id', 'started_at', 'ended_at', 'down_count'])
        .orderBy('id')
        .execute()
    fixture.status = async (siteId) => {
      const { output } = await fixture.service.app.run('get-monitor-basic', { site_id_or_domain: siteId })
      return (output as { last_status: string }).last_status
    }
  })
  beforeEach(async () => {
    const { service, fleet } = fixture
    await service.reset()
    set = 0
    for (const site of fleet.sites) await site.reset()
    fixture.people = await seedPeople(service)
    await fixture.settings.refresh()
    await seedSites(service.db, sites, (number) => ({ url: fleet.sites[number - 1]!.url }))
    await fixture.set({ active: true, interval: 1, timeout: '5s' })
  })
  afterEach(async () => {
    for (const work of works.splice(0)) await work.stop()
  })
  afterAll(async () => {
    await fixture.outbound.close()
    await fixture.notices.close()
    await ownDb.destroy()
    await fixture.fleet.close()
    await fixture.service.close()
  })
  return fixture
}
