import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { toUploadedPackage, UploadedPackage } from '../package.ts'
import { receivePackagePart } from '../receive-package-part.ts'
import { maxParts } from '../stored-zip.ts'

export const addPackagePart = operation({
  name: 'add-package-part',
  summary:
    'Upload the next part of a zip file with a plugin or theme. After the last part it is checked, and can be installed with install-package.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'software.manage',
  // The last part unpacks the whole file.
  heavyWhen: ({ last }) => last,
  input: z.strictObject({
    upload_id: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
      .describe('Random, set by the caller: the same for all parts of a file.')
      .meta({ examples: ['0123456789abcdef0123456789abcdef'] }),
    file_name: z.string().min(1).max(200).describe('Shown to people; the type is read from the content.'),
    part: z
      .int()
      .min(0)
      .max(maxParts - 1),
    content: z
      .base64()
      .min(4)
      .max(1_600_000)
      .describe('1,100,000 bytes of the file in base64; the last part may have fewer.')
      .meta({ examples: ['AAAA'] }),
    last: z.boolean().describe('true: the file ends with this part.'),
  }),
  output: z.object({
    package_id: z.int(),
    next_part: z.int(),
    package: UploadedPackage.nullable().describe('Null while parts are missing.'),
  }),
  subject: ({ file_name, part }) => `${file_name} part ${part}`,
})
  .plans(async ({ file_name, part }) => ({ would_affect: [{ file_name, part }] }))
  .does(async ({ upload_id, file_name, part, content, last }, context) => {
    const bytes = Buffer.from(content, 'base64')
    const sent = { uploadId: upload_id, fileName: file_name, part, content: bytes, isLast: last }
    const { packageId, nextPart, checked } = await receivePackagePart(context, sent)
    return { package_id: packageId, next_part: nextPart, package: checked && toUploadedPackage(checked) }
  })
