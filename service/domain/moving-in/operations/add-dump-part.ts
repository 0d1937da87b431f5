import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { dumpFiles } from '../dump/dump-part-store.ts'
import { maxDumpParts, receiveDumpPart } from '../dump/receive-dump.ts'
import { requirePerson } from '../require-person.ts'

export const addDumpPart = operation({
  name: 'add-dump-part',
  summary:
    'Upload the next part of a database dump of the established dashboard (SQL text of mysqldump or phpMyAdmin, plain or gzip), or of an archive of its folder pk (zip, tar or tar.gz). Then read it with read-dump.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'move-in.manage',
  input: z.strictObject({
    upload_id: z
      .string()
      .regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits')
      .describe('Set by the caller: the same for all parts of both files.')
      .meta({ examples: ['0123456789abcdef'] }),
    file: z.enum(dumpFiles).describe('dump: the database. keys: the archive of the folder pk.'),
    part: z.int().min(0).max(maxDumpParts),
    content: z
      .base64()
      .min(4)
      .max(1_600_000)
      .describe('The bytes of the part in base64.')
      .meta({ examples: ['AAAA'] }),
    last: z.boolean().describe('true: the file ends with this part.'),
  }),
  output: z.object({
    move_in_id: z.int(),
    next_part: z.int(),
    complete: z.boolean().describe('The file is complete.'),
  }),
  subject: ({ upload_id, file, part }) => `${upload_id} ${file} part ${part}`,
})
  .plans(async ({ upload_id, file, part }, { actor }) => {
    requirePerson(actor)
    return { would_affect: [{ upload_id, file, part }] }
  })
  .does(async (input, context) => {
    requirePerson(context.actor)
    return receiveDumpPart(context, input)
  })
