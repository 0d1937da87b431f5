import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { findBranding } from '../branding-store.ts'
import { noFeed } from '../report-errors.ts'
import { takeInFeed } from '../vulnerabilities/take-in.ts'

export const refreshVulnerabilities = operation({
  name: 'refresh-vulnerabilities',
  summary: 'Read the feed of known vulnerabilities now; the timetable does so every day.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'reports',
  input: z.strictObject({ only_if_set: z.boolean().default(false).describe('Nothing happens where no feed is set.') }),
  output: z.object({ entries: z.int(), left_out: z.int() }),
})
  .plans(async (_input, { db }) => {
    const { vulnerability_feed_url } = await findBranding(db)
    const warnings = vulnerability_feed_url === '' ? [noFeed().message] : []
    return { would_affect: vulnerability_feed_url === '' ? [] : [{ feed: vulnerability_feed_url }], warnings }
  })
  .does(async ({ only_if_set }, context) => {
    const { vulnerability_feed_url } = await findBranding(context.db)
    if (vulnerability_feed_url !== '') return takeInFeed(context, vulnerability_feed_url)
    if (only_if_set) return { entries: 0, left_out: 0 }
    throw noFeed()
  })
