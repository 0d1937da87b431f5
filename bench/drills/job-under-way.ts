import type { App } from '../../service/app.ts'
import { findDatabaseFailure } from '../../service/platform/database/database-failure.ts'
import type { ServiceProcess } from './service-process.ts'

export async function progressOf({ db }: Pick<App, 'db'>, id: number) {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { processed: job.succeeded + job.failed, completed: job.completed_at !== null }
}

/**
 * kill -9 of the worker with the most running targets of the job: another kill would leave nothing to take over.
 * The worker's name in the leases contains its process id.
 */
export async function killBusiest({ db }: Pick<App, 'db'>, job: number, running: ServiceProcess[]): Promise<void> {
  let held: { leased_by: string | null }[] = []
  await waitUntil(async () => {
    held = await db
      .selectFrom('job_targets')
      .select('leased_by')
      .where('job_id', '=', job)
      .where('state', '=', 'running')
      .execute()
    return held.length > 0
  })
  const countOf = ({ pid }: ServiceProcess) => held.filter(({ leased_by }) => leased_by?.includes(`/${pid}/`)).length
  running.sort((one, other) => countOf(other) - countOf(one))
  await running.shift()!.kill()
}

/** Polls the condition, also while the database is unavailable; throws after the timeout. */
export async function waitUntil(isTrue: () => Promise<boolean>, timeoutMs = 180_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  const check = () =>
    isTrue().catch((error) => {
      if (findDatabaseFailure(error) === null) throw error
      return false
    })
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`The job made no progress within ${timeoutMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
