import type { AddressInfo } from 'node:net'
import { createApp } from '../../service/app.ts'
import { readConfig } from '../../service/platform/config.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { parseNetworks } from '../../service/platform/outbound/address-guard.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { startFleet } from '../../simulator/index.ts'
import { startHostileTraffic, type TrafficCounts } from './hostile-traffic.ts'
import { waitUntil } from './job-under-way.ts'
import { movableClock } from './movable-clock.ts'

export interface Outcome {
  synced: number
  failed: number
  /** From the end of the sync, after the last jump, until every site was checked again. */
  checkedAfterMs: number
  /** Hostile requests sent meanwhile. */
  hostile: TrafficCounts
  problems: string[]
}

const hour = 3_600_000
const intervalSeconds = 30
/** Many intervals, because a busy machine is slow; a wrong schedule would wait two days. */
const timeoutMs = 10 * intervalSeconds * 1000

/** Sets the machine's clock a day ahead during a sync, then two days back. Work must continue unaffected. */
export async function jumpClock(dataDir: string, sites: number): Promise<Outcome> {
  const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const clock = movableClock()
  const app = await createApp({
    ...platform,
    clock,
    keys: sharedKeySource(),
    allowNetworks: parseNetworks('127.0.0.0/8'),
    serves: true,
    works: true,
    clientAlias: false,
  })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  const traffic = startHostileTraffic(`http://127.0.0.1:${port}`)
  const fleet = await startFleet({ sites, payload: 8_000, baseAddress: '127.18.0.1' })
  try {
    await seedConnectedFleet({ db: app.db, secrets: platform.secrets }, fleet)
    for (const site of fleet.sites) site.setFault('slow', { on: 'stats', delay: 400 })
    await app.run(
      'update-monitoring-settings',
      { svc_uptime_monitoring_active: 1, svc_uptime_monitoring_interval_seconds: intervalSeconds },
      {},
    )
    const job = (await app.run('sync-sites', {})).output as { job_id: string }
    const progress = () =>
      app.db.selectFrom('jobs').selectAll().where('id', '=', Number(job.job_id)).executeTakeFirstOrThrow()
    await waitUntil(async () => (await progress()).succeeded >= sites / 5)
    clock.move(24 * hour)
    await waitUntil(async () => (await progress()).succeeded >= sites / 2)
    clock.move(-48 * hour)
    await waitUntil(async () => (await progress()).completed_at !== null)
    const { succeeded, failed } = await progress()
    const problems: string[] = []
    const checksOf = (site: (typeof fleet.sites)[number]) => site.counts['front page'] ?? 0
    const before = new Map(fleet.sites.map((site) => [site, checksOf(site)]))
    const unchecked = () => fleet.sites.filter((site) => checksOf(site) === before.get(site)).length
    const began = performance.now()
    await waitUntil(async () => unchecked() === 0, timeoutMs).catch(() => {
      problems.push(`${unchecked()} sites were not checked within ${timeoutMs} ms after the clock was set back`)
    })
    const checkedAfterMs = Math.round(performance.now() - began)
    const hostile = await traffic.stop()
    if (succeeded + failed !== sites) problems.push(`${succeeded} and ${failed} outcomes for ${sites} sites`)
    if (hostile.internalErrors > 0) problems.push(`${hostile.internalErrors} hostile requests were answered with 500`)
    const doubled = fleet.sites.filter(({ counts }) => (counts.stats ?? 0) > 1)
    if (doubled.length > 0) problems.push(`${doubled.length} sites were synced twice`)
    return { synced: succeeded, failed, checkedAfterMs, hostile, problems }
  } finally {
    await traffic.stop()
    await fleet.close()
    await app.close()
    await platform.leave()
  }
}
