import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readStoredDump } from '../dump/receive-dump.ts'

/** Has no address: runs in the job of `read-dump`. */
export const readDumpFiles = operation({
  name: 'read-dump-files',
  summary: 'Read the files of an uploaded database dump. Runs in the job of read-dump.',
  effect: 'change',
  idempotent: true,
  permission: 'move-in.manage',
  input: z.strictObject({ move_in_id: z.int().min(1), prefix: z.string().max(64).optional() }),
  output: z.object({ move_in_id: z.int(), sites: z.int(), key_files: z.int() }),
})
  .plans(async ({ move_in_id }) => ({ would_affect: [{ move_in_id }] }))
  .does(async ({ move_in_id, prefix }, context) => ({
    move_in_id,
    ...(await readStoredDump(context, move_in_id, prefix)),
  }))
