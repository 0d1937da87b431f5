import { createApp } from '../../service/app.ts'
import { sealFor } from '../../service/domain/sites/connection/site-secrets.ts'
import { readSiteAddress } from '../../service/domain/sites/index.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { type Database, openDatabase } from '../../service/platform/database/database.ts'
import { createLog } from '../../service/platform/log.ts'
import { createSecrets, type Secrets } from '../../service/platform/secrets.ts'
import { benchMasterKey } from '../api/api.ts'
import { inBatches } from '../api/seed.ts'
import { startService } from '../drills/service-process.ts'
import { startFleetProcess } from '../monitors/fleet-process.ts'
import { type MonitorLoad, switchOn, type Watched, watch } from '../monitors.ts'
import { startSites } from '../sync/child-processes.ts'
import { syncAsOneJob } from '../sync/fleet-sync.ts'
import { peakResident, processorUse } from '../sync/processor-use.ts'
import { measureMatching } from '../vulnerabilities.ts'
import type { SeededFleet } from './seeded-fleets.ts'

export async function matchInFleet({ url }: SeededFleet): ReturnType<typeof measureMatching> {
  const db = openDatabase({ connectionString: url, statement_timeout: 0 })
  return measureMatching({ db, clock: systemClock }).finally(() => db.destroy())
}

/** Of one slice of the fleet; the processor times are milliseconds of one site. */
export interface SyncedSlice {
  sites: number
  sitesPerSecond: number
  worker: number
  database: number
  simulator: number
  /** Peak memory of the worker, in megabytes. */
  memory: number
}

const keyPool = 200

/** The first sites get the addresses of simulated ones, and one worker syncs them for the first time. */
export async function syncSlice({ url }: SeededFleet, database: number, sites: number): Promise<SyncedSlice> {
  const secrets = createSecrets([benchMasterKey])
  const app = await createApp({
    connection: { connectionString: url },
    clock: systemClock,
    log: createLog('error'),
    secrets,
    keys: sharedKeySource(1),
    ...{ serves: false, works: false, clientAlias: false },
  })
  const source = sharedKeySource(Math.min(keyPool, sites))
  const keys = await Promise.all(Array.from({ length: Math.min(keyPool, sites) }, () => source.take()))
  const publicKeys = keys.map(({ publicKeyPem }) => publicKeyPem)
  const simulator = await startSites(sites, publicKeys, app.context.serverIdentity)
  const worker = await startService(environmentOf(url, 'worker'))
  try {
    await useAddresses(app.db, simulator.urls, secrets, keys)
    const processes = { workers: [worker.pid], database, simulator: simulator.pid }
    const before = await processorUse(processes)
    const began = performance.now()
    await syncAsOneJob(
      app,
      Array.from({ length: sites }, (_, index) => index + 1),
    )
    const seconds = (performance.now() - began) / 1_000
    const after = await processorUse(processes)
    const perSite = (who: keyof typeof after) => ((after[who] - before[who]) * 1_000) / sites
    return {
      sites,
      sitesPerSecond: sites / seconds,
      worker: perSite('workers'),
      database: perSite('database'),
      simulator: perSite('simulator'),
      memory: await peakResident(worker.pid),
    }
  } finally {
    await worker.stop()
    simulator.stop()
    await app.close()
  }
}

const environmentOf = (url: string, role: string) => ({
  DATABASE_URL: url,
  MASTER_KEY: benchMasterKey,
  ALLOW_NETWORKS: '127.0.0.0/8',
  LOG_LEVEL: 'error',
  ROLE: role,
})

interface Key {
  privateKeyPem: string
  publicKeyPem: string
}

/** Connected with the keys in turn; without keys only with their addresses. */
async function useAddresses(db: Database, urls: string[], secrets: Secrets, keys: readonly Key[]): Promise<void> {
  await inBatches(urls.length, async (from, to) => {
    const rows = urls.slice(from - 1, to).map((each, index) => {
      const { url, identity } = readSiteAddress(each)
      const key = keys[(from - 1 + index) % Math.max(1, keys.length)]
      // Sealed for each site: the service treats it as a separate key, as in a real fleet.
      const sealed = key ? sealFor(secrets, 'private_key', key.privateKeyPem) : null
      return { id: from + index, url, identity, private_key: sealed, public_key: key?.publicKeyPem ?? null }
    })
    await db.pool.query(
      `update sites set url = row.url, identity = row.identity, suspended_by = 'none', private_key = row.private_key,
         public_key = row.public_key, connection = case when row.private_key is null then sites.connection else 'connected' end
       from jsonb_to_recordset($1) as row (id bigint, url text, identity text, private_key text, public_key text)
       where sites.id = row.id`,
      [JSON.stringify(rows)],
    )
  })
}

export interface MonitorStep {
  monitors: number
  watched: Watched
  isOnTime: boolean
}

const interval = 60
/** On time: nearly all checks are made, and 99 of 100 within five seconds of their moment. */
const minShare = 0.99
const maxLateMs = 5_000

/** More and more monitors, until they are not checked on time. */
export async function raiseMonitors(
  { url }: SeededFleet,
  database: number,
  { most, steps, seconds }: { most: number; steps: readonly number[]; seconds: number },
): Promise<MonitorStep[]> {
  const results: MonitorStep[] = []
  const fleet = await startFleetProcess(most)
  const db = openDatabase({ connectionString: url, statement_timeout: 0 })
  try {
    await useAddresses(db, fleet.urls, createSecrets([benchMasterKey]), [])
    for (const part of steps) {
      const monitors = Math.round(most * part)
      const load: MonitorLoad = {
        monitors,
        seconds,
        intervalSeconds: interval,
        warmUpSeconds: seconds / 3,
        daysKept: 0,
      }
      await db.pool.query('update monitors set active = site_id <= $1 where active is distinct from (site_id <= $1)', [
        monitors,
      ])
      await switchOn(db, load)
      const watched = await watch(environmentOf(url, 'all'), async () => database, fleet, load)
      const isOnTime = watched.share >= minShare && watched.late.p99 <= maxLateMs
      results.push({ monitors, watched, isOnTime })
      if (!isOnTime) break
    }
    return results
  } finally {
    fleet.stop()
    await db.destroy()
  }
}
