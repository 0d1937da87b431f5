import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countImportRowsBefore, deleteImportRowsBefore } from '../import/import-row-store.ts'

const retentionMs = 3 * 86_400_000

export const forgetImportRows = operation({
  name: 'forget-import-rows',
  summary: 'Delete rows of imports that were not connected within three days; they may hold passwords.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async (_, { db, clock }) => {
    const count = await countImportRowsBefore(db, new Date(clock.now().getTime() - retentionMs))
    return { would_affect: [{ rows: count }], count }
  })
  .does(async (_, { db, clock }) => ({
    forgotten: await deleteImportRowsBefore(db, new Date(clock.now().getTime() - retentionMs)),
  }))
