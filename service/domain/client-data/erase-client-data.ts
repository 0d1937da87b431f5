import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { eraseSite } from '../sites/index.ts'
import { countRowsOfClient, eraseRows, listExistingSites } from './client-data-store.ts'
import type { ClientSubject } from './client-subject.ts'
import { clientTables } from './client-tables.ts'
import { addErasedRows, type ErasureRow, findErasure, finishErasure } from './erasure-store.ts'

/** Short transactions, so that no other query waits long. */
const rowsPerBatch = 1_000
/** Sites that are called at once, to make them delete our key. */
const sitesAtOnce = 5
/** What arrives while an erasure runs is erased by the next pass; the schedule continues after the last one. */
const maxPasses = 3

export interface ErasureProgress {
  erased: Record<string, number>
  /** Rows that are left because a job uses them; the schedule erases them when it has ended. */
  left: number
}

/** Erases what is left of a client. Can be interrupted and repeated at any point. */
export async function continueErasure(context: Context, id: number): Promise<ErasureProgress> {
  const { db, clock } = context
  const { subject, erased } = await requireErasure(context, id)
  if (!subject) return { erased, left: 0 }
  let left = 1
  for (let pass = 0; pass < maxPasses && left > 0; pass++) {
    await erasePass(context, id, subject)
    const counted = await countRowsOfClient(db, subject, 'erasure')
    left = counted.filter(({ erase }) => erase !== 'keep').reduce((sum, { rows }) => sum + rows, 0)
  }
  if (left === 0) await finishErasure(db, id, clock.now())
  return { erased: (await requireErasure(context, id)).erased, left }
}

async function erasePass(context: Context, id: number, subject: ClientSubject): Promise<void> {
  for (const table of clientTables) {
    if (table.table === 'sites') {
      await eraseSites(context, id, subject)
      continue
    }
    for (;;) {
      const rows = await context.db.transaction().execute(async (trx) => {
        const erased = await eraseRows(trx, table, subject, rowsPerBatch)
        if (erased > 0) await addErasedRows(trx, id, table.table, erased)
        return erased
      })
      if (rows < rowsPerBatch) break
    }
  }
}

/** One by one, since much is deleted with each; a site that can be reached deletes our key. */
async function eraseSites(context: Context, id: number, { siteIds }: ClientSubject): Promise<void> {
  const waiting = (await listExistingSites(context.db, siteIds)).values()
  const work = async () => {
    for (const siteId of waiting) {
      await eraseSite(context, siteId)
      await addErasedRows(context.db, id, 'sites', 1)
    }
  }
  await Promise.all(Array.from({ length: sitesAtOnce }, work))
}

async function requireErasure({ db }: Pick<Context, 'db'>, id: number): Promise<ErasureRow> {
  const erasure = await findErasure(db, id)
  if (erasure) return erasure
  throw new ServiceError('svc_erasure_not_found', 'missing', `There is no erasure with the id ${id}.`)
}
