import { sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'

/** Jobs of a caller that are not over, and how many of their targets are left. */
export interface OpenWork {
  jobs: number
  targets: number
}

/** Jobs that the service starts by itself belong to no caller: each of them waits for the one before. */
export async function countOpenWork(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<OpenWork> {
  if (userId === null) return { jobs: 0, targets: 0 }
  const { jobs, targets } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn.countAll<string>().as('jobs'),
      sql<string>`coalesce(sum(total - succeeded - failed - cancelled), 0)`.as('targets'),
    ])
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow()
  return { jobs: Number(jobs), targets: Number(targets) }
}
