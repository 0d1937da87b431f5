import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { FeedUrl, findFeedUrl, listSourceRows, updateFeedUrl, vulnerabilitySources } from '../vulnerabilities/index.ts'
import { type Branding, brandingShape } from './branding.ts'
import { findBranding, updateBranding } from './branding-store.ts'

/** The settings that callers can change. The address of the feed belongs to the vulnerabilities feature. */
export const reportSettingsShape = { ...brandingShape, vulnerability_feed_url: FeedUrl }

export const ReportSettings = z.object(reportSettingsShape).extend({
  vulnerability_sources: z
    .array(
      z.object({
        source: z.enum(vulnerabilitySources),
        entries: z.int(),
        taken_at: timestamp.nullable(),
        tried_at: timestamp,
        problem: z.string().nullable(),
      }),
    )
    .describe('The sources of known vulnerabilities, with the time of the last import.'),
})

export type ChangeableSettings = Branding & { vulnerability_feed_url: string }

export const findChangeableSettings = async (db: Db): Promise<ChangeableSettings> => ({
  ...(await findBranding(db)),
  vulnerability_feed_url: await findFeedUrl(db),
})

export async function findReportSettings(db: Db): Promise<z.input<typeof ReportSettings>> {
  const sources = await listSourceRows(db)
  return {
    ...(await findChangeableSettings(db)),
    vulnerability_sources: sources.map(({ taken_at, tried_at, ...source }) => ({
      ...source,
      taken_at: isoTime(taken_at),
      tried_at: isoTime(tried_at),
    })),
  }
}

/** Null resets a setting to its default; settings that are not given do not change. */
export async function storeReportSettings(
  trx: Db,
  { vulnerability_feed_url, ...branding }: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  await updateBranding(trx, branding, now)
  await updateFeedUrl(trx, FeedUrl.nullish().parse(vulnerability_feed_url), now)
}
