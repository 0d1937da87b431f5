import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { holdChoices, requireSound, requireWithinLimits } from './check-costs.ts'
import { costNotFound } from './cost-errors.ts'
import type { CostInput, NewCost } from './cost-input.ts'
import { deleteCostRow, type Targets, targetsOfCosts } from './cost-store.ts'
import { addCosts, changeCosts } from './write-costs.ts'

type Editing = Pick<Context, 'db' | 'actor' | 'clock'>

/** Answers the id of the new cost. */
export function createCost({ db, actor, clock }: Editing, cost: NewCost): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await requireSound(trx, { written: cost, before: null }, { limits: actor.limits, hold: true })
    const [id] = await addCosts(trx, [cost], clock.now())
    return id!
  })
}

/** Changes what is given and nothing else. Edits of one cost take turns, so the last writer of a field wins, per field. */
export function editCost({ db, actor, clock }: Editing, id: number, written: CostInput): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await holdChoices(trx, [written])
    const before = await requireTargets(trx, id, { hold: true })
    await requireSound(trx, { written, before }, { limits: actor.limits, hold: true })
    if (givesNothing(written)) return
    await changeCosts(trx, [{ id, written }], clock.now())
  })
}

export function removeCost({ db, actor }: Pick<Editing, 'db' | 'actor'>, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await requireTargets(trx, id, { hold: true })
    await requireWithinLimits(trx, [{ written: {}, before }], actor.limits)
    await deleteCostRow(trx, id)
  })
}

/** All of them, also those that the caller may not see. */
export async function requireTargets(db: Db, id: number, { hold = false } = {}): Promise<Targets> {
  const targets = (await targetsOfCosts(db, [id], { hold })).get(id)
  if (!targets) throw costNotFound(id)
  return targets
}

export const givesNothing = (written: CostInput) => Object.values(written).every((value) => value === undefined)
