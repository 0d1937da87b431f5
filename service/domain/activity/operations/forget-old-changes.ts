import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changesKeptDays } from '../change.ts'
import { deleteChangesBefore } from '../change-store.ts'
import { takeInOwnChanges } from '../own-changes.ts'

const dayMs = 86_400_000
const atOnce = 10_000

export const forgetOldChanges = operation({
  name: 'forget-old-changes',
  summary: 'Bring the change log up to date and clear away what is older than it keeps.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'logs',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async () => ({
    would_affect: [],
    warnings: [`Changes that are older than ${changesKeptDays()} days go.`],
  }))
  .does(async (_input, { db, clock }) => {
    await takeInOwnChanges(db)
    const before = new Date(clock.now().getTime() - changesKeptDays() * dayMs)
    let [forgotten, last] = [0, atOnce]
    // In pieces, so that nobody waits behind a long deletion.
    while (last === atOnce) {
      last = await deleteChangesBefore(db, before, atOnce)
      forgotten += last
    }
    return { forgotten }
  })
