import { type App, createApp } from '../../service/app.ts'
import { readConfig } from '../../service/platform/config.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { startFleet } from '../../simulator/index.ts'
import { killBusiest, progressOf, waitUntil } from './job-under-way.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { compareWithFleet, prepareSite, updatesPerSite } from './updates-on-sites.ts'

export interface Plan {
  dataDir: string
  sites: number
  workers: number
  /** One of the workers gets kill -9 when this many sites are done. */
  killAfter: number
}

export interface Round {
  sites: number
  updates: number
  installed: number
  /** Sites that the dead worker had begun and another one finished. */
  takenOver: number
  /** The whole job, and from the kill to its end. */
  jobMs: number
  doneAfterMs: number
  /** Contradictions found: must be none. */
  problems: string[]
}

/** Duration of an update on a site; without it no update would be running at the kill. */
const updateDuration = 200
// A thousand sites on a busy machine.
const timeoutMs = 900_000

/** Workers share one job that updates everything on every site; one of them is killed meanwhile. */
export async function updatesKilledRound({ dataDir, sites, workers, killAfter }: Plan): Promise<Round> {
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', WORK_LEASE_SECONDS: '5', LOG_LEVEL: 'error' }
  const platform = await openPlatform(readConfig(environment))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  const calls = new Map<number, string[]>()
  const fleet = await startFleet({
    sites,
    payload: 6_000,
    baseAddress: '127.15.0.1',
    updateDuration,
    onCall: (site, name) => void calls.set(site.index, [...(calls.get(site.index) ?? []), name]),
  })
  const running: ServiceProcess[] = []
  try {
    await app.db.deleteFrom('sites').execute()
    for (const site of fleet.sites) prepareSite(site)
    await seedConnectedFleet({ db: app.db, secrets: platform.secrets }, fleet)
    const starting = Array.from({ length: workers }, () => startService({ ...environment, ROLE: 'worker' }))
    running.push(...(await Promise.all(starting)))
    await startJob(app, 'sync-sites', 'sync', async (job) =>
      waitUntil(async () => (await progressOf(app, job)).completed, timeoutMs),
    )
    const begun = performance.now()
    return await startJob(app, 'run-updates', 'update', async (job) => {
      await waitUntil(async () => (await progressOf(app, job)).processed >= killAfter, timeoutMs)
      await killBusiest(app, job, running)
      const killedAt = performance.now()
      await waitUntil(async () => (await progressOf(app, job)).completed, timeoutMs)
      const [jobMs, doneAfterMs] = [begun, killedAt].map((from) => Math.round(performance.now() - from)) as [
        number,
        number,
      ]
      const compared = await compareWithFleet(app.db, fleet, job, calls)
      return { sites, updates: sites * updatesPerSite, jobMs, doneAfterMs, ...compared }
    })
  } finally {
    for (const worker of running) await worker.stop()
    await fleet.close()
    await app.close()
    await platform.leave()
  }
}

/** Starts an operation for all sites and returns its job while it runs: up to 200 sites the call itself waits for it. */
async function startJob<Result>(
  app: App,
  operation: string,
  kind: string,
  work: (job: number) => Promise<Result>,
): Promise<Result> {
  const newest = () =>
    app.db.selectFrom('jobs').select('id').where('kind', '=', kind).orderBy('id', 'desc').limit(1).executeTakeFirst()
  const before = (await newest())?.id
  const ordered = app.run(operation, {})
  await waitUntil(async () => (await newest())?.id !== before)
  const result = await work((await newest())!.id)
  await ordered
  return result
}
