import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { ActivationNote } from '../activation-note.ts'
import { listActivationNotes } from '../activation-note-store.ts'

export const listActivationData = operation({
  name: 'list-activation-data',
  summary: 'List the notes of the first-start guide and of licences of extensions.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ notes: z.array(z.object({ ...ActivationNote, noted_at: timestamp })), total: z.int() }),
}).does(async (_input, { db }) => {
  const notes = await listActivationNotes(db)
  return { notes: notes.map((note) => ({ ...note, noted_at: isoTime(note.noted_at) })), total: notes.length }
})
