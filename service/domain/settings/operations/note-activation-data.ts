import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ActivationNote } from '../activation-note.ts'
import { upsertActivationNote } from '../activation-note-store.ts'

export const noteActivationData = operation({
  name: 'note-activation-data',
  summary: 'Store a note about something that is done once, such as a finished step of the first-start guide.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject(ActivationNote),
  output: z.object(ActivationNote),
  subject: ({ note }) => note,
})
  .plans(async ({ note }) => ({ note, would_affect: [{ note }] }))
  .does(async ({ note, value }, { db, clock }) => {
    await upsertActivationNote(db, { note, value, noted_at: clock.now() })
    return { note, value }
  })
