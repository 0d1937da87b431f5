import type { Context } from '../../operation/context.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { lockSites, recountUpdates } from '../sites/index.ts'
import { forgetRecounts, takeRecounts, type WantedRecount } from './recount-store.ts'

// So that a rule for everything holds no site for long.
const sitesAtOnce = 1_000

/** Counts the updates of these sites anew. Who dies over it leaves the rest to `recountLeftOver`. */
export async function recount(db: Database, wanted: readonly WantedRecount[]): Promise<void> {
  for (let from = 0; from < wanted.length; from += sitesAtOnce) {
    const part = wanted.slice(from, from + sitesAtOnce)
    await db.transaction().execute(async (trx) => {
      await forgetRecounts(trx, part)
      await countAnew(
        trx,
        part.map(({ site_id }) => site_id),
      )
    })
  }
}

/** Counts what others noted and left to us, or did not live to count; answers how many sites. */
export async function recountLeftOver({ db }: Pick<Context, 'db'>): Promise<number> {
  let [sites, last] = [0, 0]
  do {
    last = await db.transaction().execute(async (trx) => {
      const siteIds = await takeRecounts(trx, sitesAtOnce)
      if (siteIds.length > 0) await countAnew(trx, siteIds)
      return siteIds.length
    })
    sites += last
  } while (last > 0)
  return sites
}

async function countAnew(trx: Db, siteIds: readonly number[]): Promise<void> {
  await recountUpdates(trx, await lockSites(trx, siteIds))
}
