import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { requireDump } from '../dump/receive-dump.ts'
import { findMoveIn } from '../import/move-in-store.ts'
import { requirePerson } from '../require-person.ts'
import { readDumpFiles } from './read-dump-files.ts'

export const readDump = operation({
  name: 'read-dump',
  summary:
    'Read an uploaded database dump, as a job. Afterwards the plan is ready, as for an export file. Nothing is imported before the plan is accepted.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  stepUp: true,
  permission: 'move-in.manage',
  input: z.strictObject({
    move_in_id: z.int().min(1),
    prefix: z
      .string()
      .max(64)
      .optional()
      .describe('The prefix of the tables, where the database has several dashboards: wp_'),
  }),
  output: z.object({ move_in_id: z.int(), job_id: z.string() }),
  subject: ({ move_in_id }) => String(move_in_id),
})
  .plans(async ({ move_in_id }, context) => {
    requirePerson(context.actor)
    await requireDump(context, await findMoveIn(context.db, move_in_id), move_in_id)
    return { would_affect: [{ move_in_id }] }
  })
  .does(async (input, context) => {
    const { db, actor, recordChange } = context
    requirePerson(actor)
    await requireDump(context, await findMoveIn(db, input.move_in_id), input.move_in_id)
    return db.transaction().execute(async (trx) => {
      const targets = [{ siteId: null, label: `Upload ${input.move_in_id}`, input }]
      const job = await startJob(context, { kind: 'read-dump', operation: readDumpFiles, targets }, trx)
      await recordChange(trx)
      return { move_in_id: input.move_in_id, job_id: String(job.id) }
    })
  })
