/**
 * Uptime monitors under load: how late checks are, what they cost, what they leave behind. The sites run in a process of
 * their own and note when somebody comes; the service is the one that `npm start` starts.
 * Run: node bench/monitors.ts [--quick] [--monitors 10000] [--seconds 300] [--interval 60]
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nextMoment } from '../service/domain/monitors/spread.ts'
import { openGround } from '../service/ground.ts'
import { systemClock } from '../service/platform/clock.ts'
import { readConfig } from '../service/platform/config.ts'
import { openDatabase } from '../service/platform/database/database.ts'
import { migrate } from '../service/platform/database/migrate.ts'
import { seedSites } from '../service/testing/seed-sites.ts'
import { startService } from './drills/service-process.ts'
import { startFleetProcess, type Visit } from './monitors/fleet-process.ts'
import { processorSeconds } from './monitors/processor-time.ts'
import { measureStorage } from './monitors/storage.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    monitors: { type: 'string', default: '10000' },
    seconds: { type: 'string' },
    interval: { type: 'string', default: '60' },
  },
})
const monitors = Number(values.monitors)
const intervalSeconds = Number(values.interval)
const intervalMs = intervalSeconds * 1000
const seconds = Number(values.seconds ?? (values.quick ? 60 : 300))
// What was due while the service started is made up for in as many seconds.
const warmUpSeconds = 20

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const settings = {
  svc_uptime_monitoring_active: 1,
  svc_uptime_monitoring_interval: `${intervalSeconds}s`,
  svc_uptime_monitoring_timeout: '10s',
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-monitors-'))
  const ground = await openGround(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const db = openDatabase(ground.connection)
  const fleet = await startFleetProcess(monitors)
  try {
    await migrate(db.pool)
    // Not connected, so that nothing else is done with them; monitors do not care.
    const alone = { connection: 'never' as const, private_key: null }
    await seedSites(db, monitors, (number) => ({ ...alone, url: fleet.urls[number - 1]! }))
    for (const [key, value] of Object.entries(settings))
      await db.pool.query(`insert into settings values ('monitoring', $1, $2, now())`, [key, JSON.stringify(value)])
    const now = systemClock.now().getTime()
    const checked = Array.from({ length: monitors }, (_, index) => nextMoment(index + 1, intervalMs, now - intervalMs))
    await db.pool.query(
      `update monitors set status = 'up', checked_at = to_timestamp(at / 1000.0)
       from unnest($1::float8[]) with ordinality as seen (at, number) where site_id = number`,
      [checked],
    )
    const service = await startService({ DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8' })
    try {
      await wait(warmUpSeconds * 1000)
      await fleet.visits()
      const postgres = Number(
        (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0],
      )
      const used = () => Promise.all([processorSeconds(service.pid), processorSeconds(postgres, { children: true })])
      const [serviceBefore, databaseBefore] = await used()
      const began = performance.now()
      await wait(seconds * 1000)
      const visits = await fleet.visits()
      const took = (performance.now() - began) / 1000
      const [serviceAfter, databaseAfter] = await used()
      report(visits, took, serviceAfter - serviceBefore, databaseAfter - databaseBefore)
    } finally {
      await service.stop()
      if (service.output() !== '') console.log(service.output().slice(0, 2_000))
    }
    const { rows } = await db.pool.query<{ ms: number }>(
      `select response_ms as ms from monitors where response_ms is not null limit 1000`,
    )
    // Real sites are slower than simulated ones, and their times differ more: both cost bytes.
    const times = rows.map(({ ms }, index) => ms + 80 + ((index * 7919) % 400))
    const siteIds = Array.from({ length: 100 }, (_, index) => index + 1)
    const storage = await measureStorage(db, { siteIds, intervalSeconds, times, days: 10 })
    console.log(
      `storage per monitor and day: ${Math.round(storage.bytesAsHours)} bytes as hours (kept for two days), ` +
        `${Math.round(storage.bytesRolledUp)} bytes and ${storage.rowsRolledUp.toFixed(1)} rows once rolled up`,
    )
  } finally {
    fleet.stop()
    await db.destroy()
    await ground.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(visits: Visit[], took: number, service: number, database: number): void {
  const lateness = visits.map(([site, at]) => at - nextMoment(site, intervalMs, at - intervalMs)).sort((a, b) => a - b)
  const at = (share: number) =>
    lateness[Math.min(lateness.length - 1, Math.floor(lateness.length * share))] ?? Number.NaN
  const expected = (monitors * took) / intervalSeconds
  const perDay = (86_400 / intervalSeconds) * monitors
  console.log(
    `machine: ${cpus().length} cores, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  console.log(
    `${monitors} monitors every ${intervalSeconds} s for ${took.toFixed(0)} s: ${visits.length} checks (${((visits.length / expected) * 100).toFixed(1)} % of those due)`,
  )
  console.log(`late by: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`)
  console.log(
    `processor: service ${((service / took) * 100).toFixed(0)} %, database ${((database / took) * 100).toFixed(0)} % of a core`,
  )
  console.log(
    `checks per day: ${perDay.toLocaleString('en')}; rows per day: ${(monitors * 24).toLocaleString('en')} hours, then ${(monitors * 2).toLocaleString('en')}`,
  )
}

await main()
