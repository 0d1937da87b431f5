import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { continueErasure } from '../erase-client-data.ts'
import { listUnfinishedErasures } from '../erasure-store.ts'

/** Has no address: runs in the job of `erase-client`, and every ten minutes for those that are not finished. */
export const runClientErasure = operation({
  name: 'run-client-erasure',
  summary: 'Erase what is left of a client. Runs in the job of erase-client, and on a schedule until nothing is left.',
  effect: 'change',
  idempotent: true,
  permission: 'client-data.manage',
  input: z.strictObject({
    erasure_id: z.int().min(1).optional().describe('Default: all that are not finished.'),
  }),
  output: z.object({
    finished: z.boolean().describe('False: rows of jobs that still run are erased when they have ended.'),
    rows_left: z.int(),
    rows_erased: z.record(z.string(), z.int()).describe('By table.'),
  }),
  // A job must not look finished while rows are left.
  results: ({ finished, rows_left, rows_erased }) => ({
    done: finished && Object.keys(rows_erased).length > 0 ? 1 : 0,
    partial: finished ? 0 : 1,
    errors: finished
      ? []
      : [
          {
            code: 'svc_still_running',
            message: `Rows of jobs that still run (${rows_left}) are erased when the jobs have ended.`,
          },
        ],
    label: ['client erased', 'clients erased'],
  }),
})
  .plans(async ({ erasure_id }, { db }) => ({
    would_affect: (erasure_id === undefined ? await listUnfinishedErasures(db) : [erasure_id]).map((id) => ({ id })),
  }))
  .does(async ({ erasure_id }, context) => {
    const ids = erasure_id === undefined ? await listUnfinishedErasures(context.db) : [erasure_id]
    let left = 0
    const rows_erased: Record<string, number> = {}
    for (const id of ids) {
      const progress = await continueErasure(context, id)
      left += progress.left
      for (const [table, rows] of Object.entries(progress.erased)) rows_erased[table] = (rows_erased[table] ?? 0) + rows
    }
    return { finished: left === 0, rows_left: left, rows_erased }
  })
