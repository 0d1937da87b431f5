/**
 * Syncs of a whole fleet as one job, by one and by two worker processes: sites per second of the workers' processor time,
 * against the floor of the same calls (signature, request, decoding; no database) in the same run.
 * Run: node bench/sync/fleet-sync.ts [--sites 1000] [--again 1000] [--floor 1000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, createApp } from '../../service/app.ts'
import { sealFor } from '../../service/domain/sites/connection/site-secrets.ts'
import { readConfig } from '../../service/platform/config.ts'
import { type KeyPair, sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedSites } from '../../service/testing/seed-sites.ts'
import { type ServiceProcess, startService } from '../drills/service-process.ts'
import { databaseProcess } from '../drills/supervised-processes.ts'
import { measureFloor, type Reading, type SimulatedSites, startSites } from './child-processes.ts'
import { describeFleetSync } from './describe.ts'
import { type ProcessorUse, peakResident, processorUse, resetPeak } from './processor-use.ts'

export interface FleetSyncPlan {
  /** All are synced for the first time, by one worker as one job. */
  sites: number
  /** How many of them are synced again, by one worker and by two. */
  again: number
  /** How many of them are read for the floor. */
  floor: number
}

export interface FleetSync {
  what: string
  sites: number
  workers: number
  sitesPerCpuSecond: number
  /** Against the floor of the same calls. */
  share: number
  /** Against the same with one key for all sites. */
  shareOfOneKey: number
  sitesPerSecond: number
  /** Peak memory of a worker, in megabytes. */
  residentMb: number
  /** Busy cores by group of processes. */
  busy: ProcessorUse
}

/** With a key for each site, as in a real fleet; and with one for all, for comparison. */
export type Floor = Record<'own' | 'one', number>

export interface FleetSyncs {
  /** Sites per second of processor time, without a database. */
  floor: Record<Reading, Floor>
  runs: FleetSync[]
  /** Bytes per site in the database, tables and indexes. */
  storedPerSite: number
}

/** Further sites that a worker syncs before the measurement: a new process still compiles code and opens its first keys. */
const warmUp = 400

export async function measureFleetSync(plan: FleetSyncPlan): Promise<FleetSyncs> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-sync-'))
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'error', ROLE: 'worker' }
  const platform = await openPlatform(readConfig(environment))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  const keys: KeyPair = await sharedKeySource(1).take()
  const simulator = await startSites(plan.sites + warmUp, [keys.publicKeyPem], app.context.serverIdentity)
  const workers: ServiceProcess[] = []
  try {
    const empty = await databaseSize(app)
    const { urls } = simulator
    // Sealed separately for each site, so that the service treats it as a separate key, as in a real fleet.
    const seed = (number: number) => ({
      url: urls[number - 1]!,
      private_key: sealFor(platform.secrets, 'private_key', keys.privateKeyPem),
      public_key: keys.publicKeyPem,
    })
    const all = (await seedSites(app.db, plan.sites + warmUp, seed)).map(({ id }) => id)
    const [ids, further] = [all.slice(0, plan.sites), all.slice(plan.sites)]
    const order = { urls: urls.slice(0, plan.floor), privateKeyPem: keys.privateKeyPem }
    const floorOf = async (reading: Reading) => ({
      own: await measureFloor({ ...order, reading, keys: 'own' }),
      one: await measureFloor({ ...order, reading, keys: 'one' }),
    })
    const floor = { first: await floorOf('first'), again: await floorOf('again') }
    const setup = { app, dataDir, simulator, workers, floor }
    const sample = ids.slice(0, plan.again)
    workers.push(await startService(environment))
    await syncAsOneJob(app, further)
    const runs = [await measure(setup, 'first sync', ids, 'first')]
    // Sites compute abandoned plugins after the first request and send them with the next. The floor has called some.
    if (plan.again > plan.floor) runs.push(await measure(setup, 'second sync', sample, 'again'))
    runs.push(await measure(setup, 'nothing new', sample, 'again'))
    workers.push(await startService(environment))
    await syncAsOneJob(app, further)
    runs.push(await measure(setup, 'nothing new', sample, 'again'))
    return { floor, runs, storedPerSite: ((await databaseSize(app)) - empty) / all.length }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    simulator.stop()
    await app.close()
    await platform.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function databaseSize({ db }: App): Promise<number> {
  const { rows } = await db.pool.query('select pg_database_size(current_database()) as bytes')
  return Number(rows[0].bytes)
}

interface Setup {
  app: App
  dataDir: string
  simulator: SimulatedSites
  workers: ServiceProcess[]
  floor: Record<Reading, Floor>
}

async function measure(setup: Setup, what: string, ids: number[], reading: Reading): Promise<FleetSync> {
  const { app, dataDir, simulator, workers, floor } = setup
  const database = await databaseProcess(dataDir)
  const pids = workers.map(({ pid }) => pid)
  const processes = { workers: pids, database, simulator: simulator.pid }
  await Promise.all(pids.map(resetPeak))
  const before = await processorUse(processes)
  const seconds = await syncAsOneJob(app, ids)
  const after = await processorUse(processes)
  const processor = after.workers - before.workers
  const cores = (who: keyof ProcessorUse) => (after[who] - before[who]) / seconds
  const busy = {
    workers: cores('workers'),
    database: cores('database'),
    simulator: cores('simulator'),
    others: cores('others'),
  }
  const sitesPerCpuSecond = ids.length / processor
  return {
    what,
    sites: ids.length,
    workers: pids.length,
    sitesPerCpuSecond,
    share: sitesPerCpuSecond / floor[reading].own,
    shareOfOneKey: sitesPerCpuSecond / floor[reading].one,
    sitesPerSecond: ids.length / seconds,
    residentMb: Math.max(...(await Promise.all(pids.map(peakResident)))),
    busy,
  }
}

/** Syncs these as one job; returns the duration in seconds. */
export async function syncAsOneJob(app: App, ids: number[]): Promise<number> {
  const began = performance.now()
  const { output } = await app.run('sync-sites', { site_ids_or_domains: ids })
  const id = Number((output as { job_id: string }).job_id)
  const report = () => app.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  while ((await report()).completed_at === null) await new Promise((resolve) => setTimeout(resolve, 100))
  const seconds = (performance.now() - began) / 1000
  const { succeeded, total } = await report()
  if (succeeded !== ids.length) throw new Error(`Only ${succeeded} of ${total} sites were synced.`)
  return seconds
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { sites: { type: 'string', default: '1000' }, again: { type: 'string' }, floor: { type: 'string' } },
  })
  const sites = Number(values.sites)
  const plan = { sites, again: Number(values.again ?? sites), floor: Number(values.floor ?? sites) }
  for (const line of describeFleetSync(await measureFleetSync(plan))) console.log(line)
}
