import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteNotes, listNotes } from '../activation-note-store.ts'

export const clearActivationData = operation({
  name: 'clear-activation-data',
  summary: 'Forget what the first-start guide and licences of extensions noted: the guide begins anew.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ cleared: z.int() }),
})
  .plans(async (_input, { db }) => ({ would_affect: (await listNotes(db)).map(({ note }) => ({ note })) }))
  .does(async (_input, { db }) => ({ cleared: await deleteNotes(db) }))
