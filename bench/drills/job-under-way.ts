import type { App } from '../../service/app.ts'
import { findDatabaseFailure } from '../../service/platform/database/database-failure.ts'
import type { ServiceProcess } from './service-process.ts'

export async function progressOf({ db }: Pick<App, 'db'>, id: number) {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { processed: job.succeeded + job.failed, completed: job.completed_at !== null }
}

/**
 * kill -9 of whoever has the most targets of the job under way: a kill elsewhere would leave nothing to take over.
 * Its name in the leases has its process number.
 */
export async function killBusiest({ db }: Pick<App, 'db'>, job: number, running: ServiceProcess[]): Promise<void> {
  let held: { leased_by: string | null }[] = []
  await until(async () => {
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

/** Looks again and again, also while the database is away; throws when it never comes true. */
export async function until(isSo: () => Promise<boolean>, patienceMs = 180_000): Promise<void> {
  const deadline = performance.now() + patienceMs
  const look = () =>
    isSo().catch((error) => {
      if (findDatabaseFailure(error) === null) throw error
      return false
    })
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`The job did not move on within ${patienceMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
