import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { importFeed } from '../sources/import-feed.ts'
import { feedAddress } from '../sources/refresh-sources.ts'
import { findFeedUrl } from '../sources/source-settings.ts'
import { noFeed } from '../vulnerability-errors.ts'

export const refreshVulnerabilities = operation({
  name: 'refresh-vulnerabilities',
  summary: 'Read the feed of known vulnerabilities now; refresh-vulnerability-sources does so every day.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({ only_if_set: z.boolean().default(false).describe('Do nothing when no feed is set.') }),
  output: z.object({ entries: z.int(), left_out: z.int() }),
})
  .plans(async (_input, { db }) => {
    const url = await findFeedUrl(db)
    return url === '' ? { would_affect: [], warnings: [noFeed().message] } : { would_affect: [{ feed: url }] }
  })
  .does(async ({ only_if_set }, context) => {
    const url = await findFeedUrl(context.db)
    if (url !== '') return importFeed(context, feedAddress(url))
    if (only_if_set) return { entries: 0, left_out: 0 }
    throw noFeed()
  })
