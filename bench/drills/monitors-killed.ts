import { openGround } from '../../service/ground.ts'
import { readConfig } from '../../service/platform/config.ts'
import { openDatabase } from '../../service/platform/database/database.ts'
import { migrate } from '../../service/platform/database/migrate.ts'
import { seedSites } from '../../service/testing/seed-sites.ts'
import { startFleetProcess, type Visit } from '../monitors/fleet-process.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface Outcome {
  kills: number
  checks: number
  /** The longest time a site was not looked at. */
  longestGapMs: number
  /** Looks at a site that came too soon after the one before. A check that died with its worker is rightly made again. */
  doubles: number
  problems: string[]
}

const intervalSeconds = 30
const betweenKillsSeconds = 10
const monitors = 300
// The others take over when the lease of the dead one has run out; then what is due is made up for.
const patienceMs = (intervalSeconds + 6 + 10) * 1000

/** Three workers share the monitors; again and again one is killed and another one started in its place. */
export async function killMonitoringWorkers(dataDir: string, kills: number): Promise<Outcome> {
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'error', ALLOW_NETWORKS: '127.0.0.0/8', ROLE: 'worker' }
  const ground = await openGround(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const db = openDatabase(ground.connection)
  const fleet = await startFleetProcess(monitors)
  const workers: ServiceProcess[] = []
  try {
    await migrate(db.pool)
    const alone = { connection: 'never' as const, private_key: null }
    await seedSites(db, monitors, (number) => ({ ...alone, url: fleet.urls[number - 1]! }))
    for (const [name, value] of Object.entries({ active: 1, interval: `${intervalSeconds}s`, timeout: '5s' }))
      await db.pool.query(`insert into settings values ('monitoring', $1, $2, now())`, [
        `svc_uptime_monitoring_${name}`,
        JSON.stringify(value),
      ])
    for (let number = 0; number < 3; number++) workers.push(await startService(environment))
    await wait(intervalSeconds)
    await fleet.visits()
    const began = Date.now()
    for (let kill = 0; kill < kills; kill++) {
      await workers.shift()!.kill()
      workers.push(await startService(environment))
      await wait(betweenKillsSeconds)
    }
    await wait(intervalSeconds)
    return { kills, ...judge(await fleet.visits(), began, Date.now()) }
  } finally {
    for (const worker of workers) await worker.stop()
    fleet.stop()
    await db.destroy()
    await ground.leave()
  }
}

function judge(visits: Visit[], began: number, ended: number): Omit<Outcome, 'kills'> {
  const bySite = Map.groupBy(visits, ([site]) => site)
  const problems: string[] = []
  let [longestGapMs, doubles] = [0, 0]
  for (let site = 1; site <= monitors; site++) {
    const times = [began, ...(bySite.get(site) ?? []).map(([, at]) => at), ended]
    const gaps = times.slice(1).map((at, index) => at - times[index]!)
    const longest = Math.max(...gaps)
    longestGapMs = Math.max(longestGapMs, longest)
    // Between two looks, not at the edges of what we watched.
    doubles += gaps.slice(1, -1).filter((gap) => gap < (intervalSeconds * 1000) / 2).length
    if (longest > patienceMs) problems.push(`site ${site} was not looked at for ${longest} ms`)
  }
  return { checks: visits.length, longestGapMs, doubles, problems }
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
