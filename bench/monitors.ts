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
    await seed(db, fleet, load)
    const lines = await watch(dataDir, fleet, load)
    return [...lines, await reportStorage(db, load)]
  } finally {
    fleet.stop()
    await db.destroy()
    await platform.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function seed(db: Database, fleet: FleetProcess, { monitors, intervalSeconds }: MonitorLoad): Promise<void> {
  // Not connected, so that the service only monitors them.
  const alone = { connection: 'never' as const, private_key: null }
  await seedSites(db, monitors, (number) => ({ ...alone, url: fleet.urls[number - 1]! }))
  const settings = { active: 1, interval_seconds: intervalSeconds, timeout: '10s' }
  for (const [name, value] of Object.entries(settings))
    await db.pool.query(`insert into settings values ('monitoring', $1, $2, now())`, [
      `svc_uptime_monitoring_${name}`,
      JSON.stringify(value),
    ])
  // As if they had been monitored before: each was last checked at its own time.
  const before = Date.now() - intervalSeconds * 1000
  const checked = Array.from({ length: monitors }, (_, index) => nextMoment(index + 1, intervalSeconds * 1000, before))
  await db.pool.query(
    `update monitors set status = 'up', checked_at = to_timestamp(at / 1000.0)
     from unnest($1::float8[]) with ordinality as seen (at, number) where site_id = number`,
    [checked],
  )
}

async function watch(dataDir: string, fleet: FleetProcess, load: MonitorLoad): Promise<string[]> {
  const service = await startService({ DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8' })
  try {
    await wait(load.warmUpSeconds)
    const database = await databaseProcess(dataDir)
    const used = () => Promise.all([processorSeconds(service.pid), processorSeconds(database, { children: true })])
    await fleet.visits()
    const before = await used()
    const began = performance.now()
    await wait(load.seconds)
    const visits = await fleet.visits()
    const took = (performance.now() - began) / 1000
    const after = await used()
    const share = (index: 0 | 1) => `${Math.round(((after[index] - before[index]) / took) * 100)} %`
    return [
      ...reportLateness(visits, took, load),
      `processor: service ${share(0)}, database ${share(1)} of a core; ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
    ]
  } finally {
    await service.stop()
  }
}

function reportLateness(visits: Visit[], took: number, { monitors, intervalSeconds }: MonitorLoad): string[] {
  const intervalMs = intervalSeconds * 1000
  const lateness = visits.map(([site, at]) => at - nextMoment(site, intervalMs, at - intervalMs)).sort((a, b) => a - b)
  const at = (part: number) => lateness[Math.min(lateness.length - 1, Math.floor(lateness.length * part))] ?? Number.NaN
  const done = (visits.length / ((monitors * took) / intervalSeconds)) * 100
  return [
    `${monitors.toLocaleString('en')} monitors every ${intervalSeconds} s for ${Math.round(took)} s: ` +
      `${visits.length.toLocaleString('en')} checks, ${done.toFixed(1)} % of the due ones`,
    `late by: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
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
