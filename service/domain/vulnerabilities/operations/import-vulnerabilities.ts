import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readFeed } from '../feed/read-feed.ts'
import { importFile, partsOfText, summarizeFile } from '../sources/import-feed.ts'

export const importVulnerabilities = operation({
  name: 'import-vulnerabilities',
  summary:
    'Import a file of known vulnerabilities (JSON in the format of public WordPress feeds); it replaces the previous file.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({ feed: z.string().min(2).max(200_000_000).describe('The text of the file.') }),
  output: z.object({
    entries: z.int(),
    left_out: z.int().describe('Entries that could not be read.'),
  }),
  subject: ({ feed }) => `a file of ${feed.length} characters`,
})
  .plans(async ({ feed }) => {
    const { skipped } = await summarizeFile(partsOfText(feed))
    const { vulnerabilities } = readFeed(feed)
    return {
      would_affect: vulnerabilities.slice(0, 100).map(({ kind, slug, title }) => ({ type: kind, slug, title })),
      count: vulnerabilities.length,
      warnings: skipped === 0 ? [] : [`${skipped} entries cannot be read and would be skipped.`],
    }
  })
  .does(({ feed }, context) => importFile(context, partsOfText(feed)))
