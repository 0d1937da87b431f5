import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { ActivationNote } from '../activation-note.ts'
import { listNotes } from '../activation-note-store.ts'

export const listActivationData = operation({
  name: 'list-activation-data',
  summary: 'List what the first-start guide and licences of extensions noted.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ notes: z.array(z.object({ ...ActivationNote, noted_at: timestamp })), total: z.int() }),
}).does(async (_input, { db }) => {
  const notes = await listNotes(db)
  return { notes: notes.map((note) => ({ ...note, noted_at: isoTime(note.noted_at)! })), total: notes.length }
})
