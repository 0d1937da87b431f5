import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readOrRefuse, takeInFile } from '../vulnerabilities/take-in.ts'

export const importVulnerabilities = operation({
  name: 'import-vulnerabilities',
  summary:
    'Take in a file of known vulnerabilities (JSON, the form of public WordPress feeds); it replaces the file before.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'reports',
  input: z.strictObject({ feed: z.string().min(2).max(200_000_000).describe('The text of the file.') }),
  output: z.object({
    entries: z.int(),
    left_out: z.int().describe('Entries that could not be read.'),
  }),
  subject: ({ feed }) => `a file of ${feed.length} characters`,
})
  .plans(async ({ feed }) => {
    const { vulnerabilities, leftOut } = readOrRefuse(feed)
    return {
      would_affect: vulnerabilities.slice(0, 100).map(({ kind, slug, title }) => ({ type: kind, slug, title })),
      count: vulnerabilities.length,
      warnings: leftOut === 0 ? [] : [`${leftOut} entries cannot be read and would be left out.`],
    }
  })
  .does(({ feed }, context) => takeInFile(context, feed))
