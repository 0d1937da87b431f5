import { type App, createApp } from '../../service/app.ts'
import { operations } from '../../service/catalogue.ts'
import { startJob } from '../../service/domain/jobs/index.ts'
import { systemActor } from '../../service/operation/actor.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { readConfig } from '../../service/platform/config.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { type Fleet, type Site, startFleet } from '../../simulator/index.ts'
import { killBusiest, progressOf, waitUntil } from './job-under-way.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface Plan {
  dataDir: string
  sites: number
  workers: number
  /** One of the workers gets kill -9 when this many targets are done. */
  killAfter: number
}

export interface Round {
  targets: number
  /** Targets that the dead worker had begun and another one finished. */
  takenOver: number
  /** From the kill to the end of the job. */
  doneAfterMs: number
  /** Contradictions found: must be none. */
  problems: string[]
}

const plugin = 'drill/drill.php'
// Real sites need time; without it no target would be running at the kill.
const slowness = 300

/** Workers share one job that deactivates a plugin on every site; one of them is killed meanwhile. */
export async function workerKilledRound({ dataDir, sites, workers, killAfter }: Plan): Promise<Round> {
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', WORK_LEASE_SECONDS: '5' }
  const platform = await openPlatform(readConfig({ ...environment, LOG_LEVEL: 'error' }))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  const fleet = await startFleet({ sites, payload: 8_000, baseAddress: '127.14.0.1' })
  const running: ServiceProcess[] = []
  try {
    await app.db.deleteFrom('sites').execute()
    await seedConnectedFleet({ db: app.db, secrets: platform.secrets }, fleet)
    for (const site of fleet.sites) {
      site.addPlugin({ file: plugin, name: 'Drill', version: '1.0' })
      site.setFault('slow', { on: 'plugin_action', delay: slowness })
    }
    const starting = Array.from({ length: workers }, () =>
      startService({ ...environment, ROLE: 'worker', LOG_LEVEL: 'error' }),
    )
    running.push(...(await Promise.all(starting)))
    const job = await order(app, fleet)
    await waitUntil(async () => (await progressOf(app, job)).processed >= killAfter)
    await killBusiest(app, job, running)
    const killedAt = performance.now()
    await waitUntil(async () => (await progressOf(app, job)).completed)
    const doneAfterMs = Math.round(performance.now() - killedAt)
    return { ...(await compare(app, fleet, job)), doneAfterMs }
  } finally {
    for (const worker of running) await worker.stop()
    await fleet.close()
    await app.close()
    await platform.leave()
  }
}

async function order({ db, queue }: App, fleet: Fleet): Promise<number> {
  const operation = operations.find(({ name }) => name === 'deactivate-site-plugins')!
  const ids = new Map((await db.selectFrom('sites').select(['id', 'url']).execute()).map(({ id, url }) => [url, id]))
  const targets = fleet.sites.map(({ url }) => {
    const siteId = ids.get(url)!
    return { siteId, label: url, input: { site_id_or_domain: siteId, slugs: [plugin] } }
  })
  const context = { db, queue, clock: systemClock, actor: systemActor('drill') }
  return (await startJob(context, { kind: 'drill', operation, targets })).id
}

/** Every target has one outcome, the job's counts match, and the sites were called as often as recorded. */
async function compare({ db }: App, fleet: Fleet, id: number) {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const targets = await db.selectFrom('job_targets').selectAll().where('job_id', '=', id).execute()
  const problems: string[] = []
  const succeeded = targets.filter(({ state }) => state === 'succeeded')
  if (targets.length !== fleet.sites.length) problems.push(`${targets.length} targets for ${fleet.sites.length} sites`)
  if (job.succeeded !== succeeded.length || job.succeeded + job.failed !== job.total)
    problems.push(`the job counts ${job.succeeded} and ${job.failed} of ${job.total}, its targets ${succeeded.length}`)
  for (const { label, state, attempts, error_code, leased_by } of targets) {
    if (state !== 'succeeded') problems.push(`${label} is ${state}: ${error_code}`)
    if (leased_by !== null) problems.push(`${label} is done and still leased`)
    problems.push(...callsOf(fleet.find(label)!, attempts))
  }
  return { targets: targets.length, takenOver: targets.filter(({ attempts }) => attempts > 1).length, problems }
}

/** The site's journal: called once, again only by the worker that took over, and changed exactly once. */
function callsOf(site: Site, attempts: number): string[] {
  const calls = site.journal.filter((entry) => entry.function === 'plugin_action')
  const changes = calls.flatMap(({ effects }) => effects)
  return [
    ...(calls.length < 1 || calls.length > attempts
      ? [`${site.url} got ${calls.length} calls in ${attempts} tries`]
      : []),
    ...(changes.length === 1 ? [] : [`${site.url} was changed ${changes.length} times`]),
    ...(site.plugin(plugin)?.active ? [`${site.url} still has the plugin active`] : []),
  ]
}
