import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readScriptId } from '../export-file/export-reader.ts'
import { receivePart } from '../import/receive-part.ts'
import { requirePerson } from '../require-person.ts'

export const addExportPart = operation({
  name: 'add-export-part',
  summary:
    'Upload the next lines of an export file, in order; the first part starts the move. A part that was received already is accepted again. Nothing is imported before the plan is accepted.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'move-in.manage',
  input: z.strictObject({
    script_id: z
      .string()
      .regex(/^[0-9a-f]{16}$/, 'must be the id in the first line of the file')
      .meta({ examples: ['0123456789abcdef'] }),
    part: z.int().min(0).max(100_000).describe('0 for the first lines of the file, then 1 and so on.'),
    lines: z.string().min(1).max(1_600_000).describe('Whole lines of the file.'),
  }),
  output: z.object({
    move_in_id: z.int(),
    next_part: z.int(),
    complete: z.boolean().describe('The last line was received; the plan is ready.'),
  }),
  subject: ({ script_id, part }) => `${script_id} part ${part}`,
})
  .plans(async ({ script_id, part, lines }, { actor }) => {
    requirePerson(actor)
    if (part === 0) readScriptId(lines)
    return { would_affect: [{ script_id, part }] }
  })
  .does(async ({ script_id, part, lines }, context) => {
    requirePerson(context.actor)
    return receivePart(context, script_id, part, lines)
  })
