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

export interface WatchScene {
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
export function watchScene(sites: number, fleetOptions: object = {}): WatchScene {
  const scene = {} as WatchScene
  const works: MonitorWork[] = []
  let set = 0
  let ownDb: Database
  beforeAll(async () => {
    scene.service = await startTestService()
    scene.fleet = await startFleet({ sites, seed: 7, ...fleetOptions })
    scene.outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
    scene.notices = await openNotices(
      { connectionString: scene.service.connectionString },
      scene.service.clock,
      createLog('silent'),
    )
    // Separate processes: they share the database with the service, but no memory.
    ownDb = openDatabase({ connectionString: scene.service.connectionString, max: 5 })
    scene.settings = await openSettings(ownDb, scene.notices)
    const { db, clock, secrets } = scene.service
    const wallClock: Clock = {
      now: () => new Date(clock.now().getTime() + set),
      after: (milliseconds, callback) => clock.after(milliseconds, callback),
    }
    const start = async (holder: string, database: Database) => {
      const { outbound, notices, settings } = scene
      const common = { notices, outbound, secrets, settings, clock: wallClock, log: createLog('silent') }
      const work = await startMonitorWork({ ...common, db: database, holder, stopwatch: () => clock.now().getTime() })
      works.push(work)
      return work
    }
    scene.watch = (holder = randomUUID()) => start(holder, ownDb)
    scene.watchUntilCrash = async (holder) => {
      const own = openDatabase({ connectionString: scene.service.connectionString, max: 2 })
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
    scene.setClock = (milliseconds) => {
      set += milliseconds
    }
    scene.pass = async (seconds) => {
      // In small steps: a process that does not renew its lease for seconds stops checking.
      for (let left = seconds; left > 0; left -= 2) {
        clock.advance(Math.min(left, 2) * 1000)
        for (const work of works) await work.settled()
      }
    }
    scene.passWithoutWaiting = async (seconds) => {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1000)
        await db.pool.query('select 1')
      }
    }
    scene.set = async (values) => {
      await scene.service.app.run('update-global-monitor-settings', values)
      await scene.settings.refresh()
    }
    scene.incidents = () =>
      db
        .selectFrom('monitor_incidents')
        .select(['site_id', 'started_at', 'ended_at', 'down_count'])
        .orderBy('id')
        .execute()
    scene.status = async (siteId) => {
      const { output } = await scene.service.app.run('get-monitor-basic', { site_id_or_domain: siteId })
      return (output as { last_status: string }).last_status
    }
  })
  beforeEach(async () => {
    const { service, fleet } = scene
    await service.reset()
    set = 0
    for (const site of fleet.sites) await site.reset()
    scene.people = await seedPeople(service)
    await scene.settings.refresh()
    await seedSites(service.db, sites, (number) => ({ url: fleet.sites[number - 1]!.url }))
    await scene.set({ active: true, interval: 1, timeout: '5s' })
  })
  afterEach(async () => {
    for (const work of works.splice(0)) await work.stop()
  })
  afterAll(async () => {
    await scene.outbound.close()
    await scene.notices.close()
    await ownDb.destroy()
    await scene.fleet.close()
    await scene.service.close()
  })
  return scene
}
