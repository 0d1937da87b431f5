import { Client } from 'pg'
import { createApp } from '../../service/app.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { startScratch } from '../../service/platform/database/embedded.ts'
import { createLog } from '../../service/platform/log.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { startFleet } from '../../simulator/index.ts'
import { drillKey } from './key-writer.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface Outcome {
  calls: number
  /** Calls that did not answer 200: must be none. */
  failed: string[]
  restarted: number
  job: { total: number; succeeded: number; failed: number }
  tookMs: number
}

const masterKey = 'a master key for the drill that is long enough'

/**
 * One PostgreSQL, two apis, three workers. Callers continue while every process is restarted, one after the other, and a
 * sync of the whole fleet runs meanwhile. Callers act like a proxy: they call an api that is ready.
 */
export async function restartEverything(sites: number): Promise<Outcome> {
  const cluster = await startScratch({})
  const administrator = new Client({ connectionString: cluster.url })
  await administrator.connect()
  await administrator.query('create database drill')
  await administrator.end()
  const common = {
    DATABASE_URL: cluster.urlOf('drill'),
    MASTER_KEY: masterKey,
    API_KEY: drillKey,
    ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    WORK_LEASE_SECONDS: '5',
  }
  const secrets = createSecrets([masterKey])
  const app = await createApp({
    connection: { connectionString: common.DATABASE_URL },
    clock: systemClock,
    log: createLog('silent'),
    secrets,
    keys: sharedKeySource(),
    serves: false,
    works: false,
    clientAlias: false,
  })
  const fleet = await startFleet({ sites, payload: 20_000, baseAddress: '127.16.0.1' })
  const apis: ServiceProcess[] = []
  const workers: ServiceProcess[] = []
  const startApi = () => startService({ ...common, ROLE: 'api', DRAIN_SECONDS: '1' })
  const startWorker = () => startService({ ...common, ROLE: 'worker' })
  try {
    await seedConnectedFleet({ db: app.db, secrets }, fleet)
    apis.push(...(await Promise.all([startApi(), startApi()])))
    workers.push(...(await Promise.all([startWorker(), startWorker(), startWorker()])))
    const start = performance.now()
    const callers = startCallers(apis, 6)
    const { output } = await app.run('sync-sites', {})
    const id = Number((output as { job_id: string }).job_id)
    let restarted = 0
    for (const [processes, startOne] of [
      [apis, startApi],
      [workers, startWorker],
    ] as const) {
      for (let number = 0; number < processes.length; number++) {
        const old = processes[number]!
        // Callers get the new process when it is ready; the old one finishes its requests.
        const fresh = await startOne()
        await old.stop()
        processes[number] = fresh
        restarted++
      }
    }
    const report = () => app.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    while ((await report()).completed_at === null) await new Promise((resolve) => setTimeout(resolve, 100))
    const { calls, failed } = await callers.stop()
    const { total, succeeded, failed: failedTargets } = await report()
    const job = { total, succeeded, failed: failedTargets }
    return { calls, failed, restarted, job, tookMs: Math.round(performance.now() - start) }
  } finally {
    for (const each of [...apis, ...workers]) await each.stop()
    await fleet.close()
    await app.close()
    await cluster.leave()
  }
}

/** Reads and writes alternately, as fast as they are answered. */
function startCallers(apis: readonly ServiceProcess[], count: number) {
  let [calls, going] = [0, true]
  const failed: string[] = []
  const isReady = (url: string) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const ready = new Set(apis.map(({ url }) => url))
  const watching = (async () => {
    while (going) {
      for (const { url } of apis) {
        if (await isReady(url)) ready.add(url)
        else ready.delete(url)
      }
      for (const url of ready) if (!apis.some((each) => each.url === url)) ready.delete(url)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const call = async (number: number) => {
    while (going) {
      const urls = [...ready]
      const url = urls[number % urls.length]
      if (url === undefined) throw new Error('No api is ready.')
      const writes = calls++ % 5 === 0
      const answer = await fetch(`${url}/api/v2/${writes ? 'tags/add' : 'sites?per_page=20'}`, {
        method: writes ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${drillKey}`, ...(writes && { 'content-type': 'application/json' }) },
        ...(writes && { body: JSON.stringify({ name: `tag ${calls}-${number}-${performance.now()}` }) }),
      }).catch((error: Error) => error)
      if (answer instanceof Error)
        failed.push(`${answer.message} ${(answer.cause as Error | undefined)?.message ?? ''}`)
      else {
        const text = await answer.text()
        if (!answer.ok) failed.push(`${answer.status} ${text.slice(0, 200)}`)
      }
    }
  }
  const calling = Promise.all(Array.from({ length: count }, (_, number) => call(number)))
  return {
    async stop() {
      going = false
      await Promise.all([watching, calling])
      return { calls, failed }
    },
  }
}
