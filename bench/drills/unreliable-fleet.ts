import { createApp } from '../../service/app.ts'
import { readConfig } from '../../service/platform/config.ts'
import { openPlatform } from '../../service/platform.ts'
import { startUnreliableFleet } from '../../service/testing/unreliable-fleet.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface Outcome {
  sites: number
  succeeded: number
  failed: number
  /** Until all sites that answer were done, and until the job was. */
  answeredAfterMs: number
  doneAfterMs: number
  /** Sites with a wrong reported result: must be none. */
  problems: string[]
}

/** A sync of a fleet with slow, dead and hostile sites by two worker processes, with the default deadlines. */
export async function syncUnreliableFleet(dataDir: string, sites: number): Promise<Outcome> {
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'error' }
  const platform = await openPlatform(readConfig(environment))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  await app.db.deleteFrom('sites').execute()
  const { fleet, silent, expectedErrors } = await startUnreliableFleet({ db: app.db, secrets: platform.secrets }, sites)
  const workers: ServiceProcess[] = []
  try {
    for (let number = 0; number < 2; number++) workers.push(await startService({ ...environment, ROLE: 'worker' }))
    const start = performance.now()
    const { output } = await app.run('sync-sites', {})
    const id = Number((output as { job_id: string }).job_id)
    const report = () => app.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const after = async (isDone: (job: Awaited<ReturnType<typeof report>>) => boolean) => {
      while (!isDone(await report())) await new Promise((resolve) => setTimeout(resolve, 100))
      return Math.round(performance.now() - start)
    }
    const answeredAfterMs = await after(({ succeeded, failed }) => succeeded + failed >= sites - silent.length)
    const doneAfterMs = await after(({ completed_at }) => completed_at !== null)
    const targets = await app.db.selectFrom('job_targets').selectAll().where('job_id', '=', id).execute()
    const problems = targets
      .filter(({ label, error_code }) => error_code !== (expectedErrors.get(label) ?? null))
      .map(({ label, error_code }) => `${label}: ${error_code} instead of ${expectedErrors.get(label) ?? 'success'}`)
    const { succeeded, failed } = await report()
    return { sites: targets.length, succeeded, failed, answeredAfterMs, doneAfterMs, problems }
  } finally {
    for (const worker of workers) await worker.stop()
    await fleet.close()
    await app.close()
    await platform.leave()
  }
}
