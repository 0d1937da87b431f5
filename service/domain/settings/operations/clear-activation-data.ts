import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteActivationNotes, listActivationNotes } from '../activation-note-store.ts'

export const clearActivationData = operation({
  name: 'clear-activation-data',
  summary: 'Delete the notes of the first-start guide and of licences of extensions: the guide starts again.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ cleared: z.int() }),
})
  .plans(async (_input, { db }) => ({ would_affect: (await listActivationNotes(db)).map(({ note }) => ({ note })) }))
  .does(async (_input, { db }) => ({ cleared: await deleteActivationNotes(db) }))
