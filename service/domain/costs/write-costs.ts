import type { Db } from '../../platform/database/database.ts'
import { type CostInput, type NewCost, toColumns, toTargets } from './cost-input.ts'
import { replaceTargets } from './target-store.ts'
import { insertCosts, updateCosts } from './write-store.ts'

/** Adding and changing costs that were checked: one or a whole table of them, with the same few queries. */

/** Answers the ids of the new costs. */
export async function addCosts(trx: Db, costs: readonly NewCost[], now: Date): Promise<number[]> {
  const rows = costs.map((cost) => {
    const { name = '', price = '0', ...columns } = toColumns(cost)
    return { name, price, ...columns, created_at: now, updated_at: now }
  })
  const ids = await insertCosts(trx, rows)
  await writeTargets(
    trx,
    ids.map((id, index) => ({ id, written: costs[index]! })),
  )
  return ids
}

/** All of them must give the same fields, as the rows of a table do. */
export async function changeCosts(
  trx: Db,
  changes: readonly { id: number; written: CostInput }[],
  now: Date,
): Promise<void> {
  await updateCosts(
    trx,
    changes.map(({ id, written }) => ({ id, ...toColumns(written), updated_at: now })),
  )
  await writeTargets(trx, changes)
}

async function writeTargets(trx: Db, changes: readonly { id: number; written: CostInput }[]): Promise<void> {
  for (const kind of ['clients', 'tags', 'sites'] as const) {
    const wanted = new Map<number, number[]>()
    for (const { id, written } of changes) {
      const ids = toTargets(written)[kind]
      if (ids) wanted.set(id, ids)
    }
    if (wanted.size > 0) await replaceTargets(trx, kind, wanted)
  }
}
