/**
 * Syncs of a whole fleet as one job, by one and by two worker processes: sites per second of the workers' processor time,
 * against the floor of the same calls (signature, request, decoding; no database) in the same run.
 * Run: node bench/sync/fleet-sync.ts [--sites 1000]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, createApp } from '../../service/app.ts'
import { serverIdentity } from '../../service/domain/sites/child-site.ts'
import { sealFor } from '../../service/domain/sites/site-secrets.ts'
import { openGround } from '../../service/ground.ts'
import { readConfig } from '../../service/platform/config.ts'
import { type KeyPair, sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { seedSites } from '../../service/testing/seed-sites.ts'
import { startFleet } from '../../simulator/index.ts'
import { startService } from '../drills/service-process.ts'
import { processorSeconds } from '../monitors/processor-time.ts'
import { bareCaller } from './floor.ts'

export interface FleetSync {
  what: string
  sitesPerCpuSecond: number
  /** Against the floor. */
  share: number
  sitesPerSecond: number
  /** The largest a worker grew, in megabytes. */
  residentMb: number
}

const syncdata = '{"users":0,"child_site_actions_data":0}'

/** The simulated sites, in a process of their own: natural variety of 20 to 60 kB. */
async function serveFleet(sites: number, publicKey: string, server: string): Promise<void> {
  const fleet = await startFleet({ sites, baseAddress: '127.20.0.1', connect: { publicKeys: [publicKey], server } })
  process.on('disconnect', () => process.exit())
  process.send!(fleet.sites.map(({ url }) => url))
}

/** The least that reading every site once costs, in a process of its own. */
async function serveFloor(): Promise<void> {
  process.on('message', async ({ urls, privateKeyPem }: { urls: string[]; privateKeyPem: string }) => {
    const caller = bareCaller(privateKeyPem, 1)
    const read = async (wanted: string[]) => {
      const left = wanted.values()
      const one = async () => {
        for (const url of left) await caller.call({ url, name: 'stats', fields: { user: 'admin', syncdata } })
      }
      await Promise.all(Array.from({ length: 50 }, one))
    }
    await read(urls.slice(0, 100))
    const before = process.cpuUsage()
    await read(urls)
    const { user, system } = process.cpuUsage(before)
    await caller.close()
    process.send!((urls.length / (user + system)) * 1e6)
  })
  process.on('disconnect', () => process.exit())
}

export interface FleetSyncs {
  /** Sites per second of processor time, without a database. */
  floor: number
  runs: FleetSync[]
  /** What the database keeps of a site, tables and indexes, in bytes. */
  storedPerSite: number
}

export async function measureFleetSync(sites: number): Promise<FleetSyncs> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-sync-'))
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'error' }
  const ground = await openGround(readConfig(environment))
  const app = await createApp({ ...ground, serves: false, works: false, clientAlias: false })
  const keys: KeyPair = await sharedKeySource(1).take()
  const server = await serverIdentity({ db: app.db, secrets: ground.secrets })
  const fleet = fork(import.meta.filename, ['fleet', String(sites), keys.publicKeyPem, server])
  try {
    const [urls] = (await once(fleet, 'message')) as [string[]]
    const empty = await databaseSize(app)
    const private_key = sealFor(ground.secrets, 'private_key', keys.privateKeyPem)
    await seedSites(app.db, sites, (number) => ({ url: urls[number - 1]!, private_key, public_key: keys.publicKeyPem }))
    const floor = await measureFloor(urls, keys.privateKeyPem)
    const runs: FleetSync[] = []
    for (const [what, workers] of [
      ['first sync, 1 worker', 1],
      // Sites find out what is abandoned after they were first asked, and tell it the next time.
      ['second sync, 1 worker', 1],
      ['nothing new, 1 worker', 1],
      ['nothing new, 2 workers', 2],
    ] as const)
      runs.push({ what, ...(await syncAll(app, environment, workers, floor)) })
    return { floor, runs, storedPerSite: ((await databaseSize(app)) - empty) / sites }
  } finally {
    fleet.disconnect()
    await app.close()
    await ground.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function databaseSize({ db }: App): Promise<number> {
  const { rows } = await db.pool.query('select pg_database_size(current_database()) as bytes')
  return Number(rows[0].bytes)
}

async function measureFloor(urls: string[], privateKeyPem: string): Promise<number> {
  const child = fork(import.meta.filename, ['floor'])
  child.send({ urls, privateKeyPem })
  const [perCpuSecond] = (await once(child, 'message')) as [number]
  child.disconnect()
  return perCpuSecond
}

async function syncAll(app: App, environment: Record<string, string>, count: number, floor: number) {
  const start = () => startService({ ...environment, ROLE: 'worker' })
  const workers = await Promise.all(Array.from({ length: count }, start))
  try {
    const used = async () =>
      (await Promise.all(workers.map(({ pid }) => processorSeconds(pid)))).reduce((sum, each) => sum + each, 0)
    const before = await used()
    const began = performance.now()
    const { output } = await app.run('sync-sites', {})
    const id = Number((output as { job_id: string }).job_id)
    const report = () => app.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    while ((await report()).completed_at === null) await new Promise((resolve) => setTimeout(resolve, 100))
    const seconds = (performance.now() - began) / 1000
    const processor = (await used()) - before
    const { succeeded, total } = await report()
    if (succeeded !== total) throw new Error(`Only ${succeeded} of ${total} sites were synced.`)
    const sitesPerCpuSecond = total / processor
    const residentMb = Math.max(...(await Promise.all(workers.map(({ pid }) => mostResident(pid)))))
    return { sitesPerCpuSecond, share: sitesPerCpuSecond / floor, sitesPerSecond: total / seconds, residentMb }
  } finally {
    for (const worker of workers) await worker.stop()
  }
}

async function mostResident(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024)
}

/** The lines of the report. */
export function describeFleetSync({ floor, runs, storedPerSite }: FleetSyncs, sites: number) {
  return [
    `| sync of ${sites.toLocaleString('en')} sites | sites per CPU second | of the floor (${floor.toFixed(0)}) | sites per second | largest worker |`,
    '|---|---|---|---|---|',
    ...runs.map(
      (run) =>
        `| ${run.what} | ${run.sitesPerCpuSecond.toFixed(0)} | ${Math.round(run.share * 100)} % | ${run.sitesPerSecond.toFixed(0)} | ${run.residentMb} MB |`,
    ),
    '',
    `The database keeps ${Math.round(storedPerSite / 1024)} kB of a site after four syncs, with the rows that syncs replaced and nobody cleared away yet.`,
  ]
}

const [role, ...words] = process.argv.slice(2)
if (role === 'fleet') await serveFleet(Number(words[0]), words[1]!, words[2]!)
else if (role === 'floor') await serveFloor()
else if (import.meta.main) {
  const { values } = parseArgs({ options: { sites: { type: 'string', default: '1000' } } })
  const sites = Number(values.sites)
  for (const line of describeFleetSync(await measureFleetSync(sites), sites)) console.log(line)
}
