import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { FeedUrl, hasKey, readSourceSettings } from './source-settings.ts'

export const VulnerabilitySettings = z.object({
  has_wordfence_key: z.boolean(),
  wordfence_url: z.string(),
  has_webhook_secret: z.boolean(),
  webhook_url: z.string().nullable().describe('Where Wordfence sends its messages; null without PUBLIC_URL.'),
  use_wpvulnerability: z.boolean(),
  wpvulnerability_url: z.string(),
  check_directory: z.boolean(),
  directory_url: z.string(),
  vulnerability_feed_url: FeedUrl,
})

export async function describeSettings({
  db,
  publicUrl,
}: Pick<Context, 'db' | 'publicUrl'>): Promise<z.infer<typeof VulnerabilitySettings>> {
  return {
    ...(await readSourceSettings(db)),
    has_wordfence_key: await hasKey(db, 'wordfence_key'),
    has_webhook_secret: await hasKey(db, 'wordfence_webhook_secret'),
    webhook_url: publicUrl === null ? null : `${publicUrl}/api/v2/vulnerabilities/webhook`,
  }
}
