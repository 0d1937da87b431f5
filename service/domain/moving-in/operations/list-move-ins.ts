import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { expiryOf, listScriptRows } from '../export-script/export-script-store.ts'
import { listMoveInRows } from '../import/move-in-store.ts'

export const listMoveIns = operation({
  name: 'list-move-ins',
  summary: 'List the uploaded export files, newest first: how far each upload is, and its import.',
  effect: 'read',
  permission: 'move-in.manage',
  input: z.strictObject({}),
  output: z.object({
    move_ins: z.array(
      z.object({
        move_in_id: z.int(),
        state: z.enum(['receiving', 'received', 'imported']),
        script_id: z.string(),
        next_part: z.int().describe('The part of the file that is expected next while the state is receiving.'),
        source: z.string().describe('The address of the other dashboard; empty until the file says it.'),
        job_id: z.string().nullable().describe('The job that calls each imported site once.'),
        created_by: z.string(),
        created_at: timestamp,
        expires_at: timestamp
          .nullable()
          .describe(
            'Until then the upload can be completed and imported; null: its script was used, deleted or is too old.',
          ),
      }),
    ),
    total: z.int(),
  }),
}).does(async (_, { db, clock }) => {
  const [rows, scripts] = await Promise.all([listMoveInRows(db), listScriptRows(db, clock.now())])
  const expiries = new Map(scripts.map(({ id, created_at }) => [id, isoTime(expiryOf(created_at))]))
  const moveIns = rows.map(({ id, state, script_id, parts, source, job_id, created_by, created_at }) => ({
    ...{ move_in_id: id, state, script_id, next_part: parts, source, created_by },
    job_id: job_id === null ? null : String(job_id),
    created_at: isoTime(created_at),
    // A dump has no script: it is deleted after the same time.
    expires_at: expiries.get(script_id) ?? (script_id.startsWith('dump-') ? isoTime(expiryOf(created_at)) : null),
  }))
  return { move_ins: moveIns, total: moveIns.length }
})
