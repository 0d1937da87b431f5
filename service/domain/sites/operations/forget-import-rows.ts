import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countImportRowsBefore, forgetImportRowsBefore } from '../import-store.ts'

const keptMs = 3 * 86_400_000

export const forgetImportRows = operation({
  name: 'forget-import-rows',
  summary: 'Forget the rows of imports that could not be connected within three days; they may hold passwords.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async (_, { db, clock }) => {
    const count = await countImportRowsBefore(db, new Date(clock.now().getTime() - keptMs))
    return { would_affect: [{ rows: count }], count }
  })
  .does(async (_, { db, clock }) => ({
    forgotten: await forgetImportRowsBefore(db, new Date(clock.now().getTime() - keptMs)),
  }))
