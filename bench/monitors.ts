/**
 * Uptime monitors under load: lateness, cost and storage of checks. The sites run in a process of
 * their own and record each request; the service is the one that `npm start` starts.
 * Run: node bench/monitors.ts [--quick] [--monitors 10000] [--seconds 300] [--interval 60]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nextMoment } from '../service/domain/monitors/spread.ts'
import { readConfig } from '../service/platform/config.ts'
import { type Database, openDatabase } from '../service/platform/database/database.ts'
import { migrate } from '../service/platform/database/migrate.ts'
import { openPlatform } from '../service/platform.ts'
import { seedSites } from '../service/testing/seed-sites.ts'
import { startService } from './drills/service-process.ts'
import { databaseProcess } from './drills/supervised-processes.ts'
import { type FleetProcess, startFleetProcess, type Visit } from './monitors/fleet-process.ts'
import { processorSeconds } from './monitors/processor-time.ts'
import { measureStorage } from './monitors/storage.ts'

export interface MonitorLoad {
  monitors: number
  seconds: number
  intervalSeconds: number
  /** Time to run the checks that became due while the service started. */
  warmUpSeconds: number
  /** Days of checks to write, to measure their storage. */
  daysKept: number
}

export const quickLoad: MonitorLoad = {
  monitors: 10_000,
  seconds: 60,
  intervalSeconds: 60,
  warmUpSeconds: 6,
  daysKept: 4,
}
export const fullLoad: MonitorLoad = { ...quickLoad, seconds: 300, warmUpSeconds: 20, daysKept: 10 }

/** Runs the load and returns the lines of the report. */
export async function measureMonitors(load: MonitorLoad): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-monitors-'))
  const [fleet, platform] = await Promise.all([
    startFleetProcess(load.monitors),
    openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })),
  ])
  const db = openDatabase(platform.connection)
  try {
    await migrate(db.pool)
    await seedMonitors(db, fleet, load)
    const watched = await watch({ DATA_DIR: dataDir }, () => databaseProcess(dataDir), fleet, load)
    return [...describe(watched, load), await reportStorage(db, load)]
  } finally {
    fleet.stop()
    await db.destroy()
    await platform.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Seeded = Pick<MonitorLoad, 'monitors' | 'intervalSeconds'>

export async function seedMonitors(db: Database, fleet: FleetProcess, load: Seeded): Promise<void> {
  // Not connected, so that the service only monitors them.
  const alone = { connection: 'never' as const, private_key: null }
  await seedSites(db, load.monitors, (number) => ({ ...alone, url: fleet.urls[number - 1]! }))
  await switchOn(db, load)
}

/** As if the first sites had been monitored before: each was last checked at its own time. */
export async function switchOn(db: Database, { monitors, intervalSeconds }: Seeded): Promise<void> {
  // The minutes that are shown for the seconds: settings that contradict each other cannot be saved again.
  const interval = Math.ceil(intervalSeconds / 60)
  const settings = { active: 1, interval, interval_seconds: intervalSeconds, timeout: '10s' }
  for (const [name, value] of Object.entries(settings))
    await db.pool.query(
      `insert into settings values ('monitoring', $1, $2, now()) on conflict (group_name, key) do update set value = excluded.value`,
      [`svc_uptime_monitoring_${name}`, JSON.stringify(value)],
    )
  const before = Date.now() - intervalSeconds * 1000
  const checked = Array.from({ length: monitors }, (_, index) => nextMoment(index + 1, intervalSeconds * 1000, before))
  await db.pool.query(
    `update monitors set status = 'up', checked_at = to_timestamp(at / 1000.0)
     from unnest($1::float8[]) with ordinality as seen (at, number) where site_id = number`,
    [checked],
  )
}

export interface Watched {
  seconds: number
  checks: number
  /** Of the due ones, 0 to 1. */
  share: number
  /** Milliseconds late. */
  late: { p50: number; p99: number; most: number }
  /** Busy cores. */
  processor: { service: number; database: number; simulator: number }
}

/** Runs the service for a while and measures its checks at the sites. */
export async function watch(
  environment: Record<string, string>,
  databasePid: () => Promise<number>,
  fleet: FleetProcess,
  load: MonitorLoad,
): Promise<Watched> {
  const service = await startService({ ...environment, ALLOW_NETWORKS: '127.0.0.0/8' })
  try {
    await wait(load.warmUpSeconds)
    const database = await databasePid()
    const used = async () => ({
      service: await processorSeconds(service.pid),
      database: await processorSeconds(database, { children: true }),
      simulator: await processorSeconds(fleet.pid),
    })
    await fleet.visits()
    const before = await used()
    const began = performance.now()
    await wait(load.seconds)
    const visits = await fleet.visits()
    const seconds = (performance.now() - began) / 1000
    const after = await used()
    const busy = (who: keyof typeof before) => (after[who] - before[who]) / seconds
    const due = (load.monitors * seconds) / load.intervalSeconds
    return {
      seconds,
      checks: visits.length,
      share: visits.length / due,
      late: latenessOf(visits, load),
      processor: { service: busy('service'), database: busy('database'), simulator: busy('simulator') },
    }
  } finally {
    await service.stop()
  }
}

function latenessOf(visits: Visit[], { intervalSeconds }: MonitorLoad): Watched['late'] {
  const intervalMs = intervalSeconds * 1000
  const lateness = visits.map(([site, at]) => at - nextMoment(site, intervalMs, at - intervalMs)).sort((a, b) => a - b)
  const at = (part: number) => lateness[Math.min(lateness.length - 1, Math.floor(lateness.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}

function describe({ seconds, checks, share, late, processor }: Watched, load: MonitorLoad): string[] {
  const percentOf = (cores: number) => `${Math.round(cores * 100)} %`
  return [
    `${load.monitors.toLocaleString('en')} monitors every ${load.intervalSeconds} s for ${Math.round(seconds)} s: ` +
      `${checks.toLocaleString('en')} checks, ${(share * 100).toFixed(1)} % of the due ones`,
    `late by: p50 ${late.p50} ms, p99 ${late.p99} ms, most ${late.most} ms`,
    `processor: service ${percentOf(processor.service)}, database ${percentOf(processor.database)} of a core; ` +
      `${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
  ]
}

async function reportStorage(db: Database, { monitors, intervalSeconds, daysKept }: MonitorLoad): Promise<string> {
  const { rows } = await db.pool.query<{ ms: number }>('select response_ms as ms from monitors where response_ms > 0')
  // Real sites are slower than simulated ones, and their times vary more: both need bytes.
  const times = rows.map(({ ms }) => ms + 80 + Math.floor(Math.random() * 400))
  const siteIds = Array.from({ length: Math.min(monitors, 100) }, (_, index) => index + 1)
  const storage = await measureStorage(db, { siteIds, intervalSeconds, times, days: daysKept })
  return (
    `storage per monitor and day: ${Math.round(storage.bytesAsHours)} bytes in 24 rows as hours, which are kept for two days; ` +
    `${Math.round(storage.bytesRolledUp)} bytes in ${Math.round(storage.rowsRolledUp)} rows once rolled up`
  )
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      monitors: { type: 'string' },
      seconds: { type: 'string' },
      interval: { type: 'string' },
    },
  })
  const usual = values.quick ? quickLoad : fullLoad
  const load = {
    ...usual,
    monitors: Number(values.monitors ?? usual.monitors),
    seconds: Number(values.seconds ?? usual.seconds),
    intervalSeconds: Number(values.interval ?? usual.intervalSeconds),
  }
  for (const line of await measureMonitors(load)) console.log(line)
}
