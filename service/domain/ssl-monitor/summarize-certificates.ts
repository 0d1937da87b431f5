import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { daysUntil } from './certificate.ts'
import { countExpiring, listEnding } from './expiry-store.ts'

/** Certificates that need somebody. */
export const CertificateSummary = z.object({
  expired: z.int(),
  within_7_days: z.int(),
  within_30_days: z.int(),
  invalid: z.int().describe('Wrong in another way than by its dates.'),
  items: z
    .array(
      z.object({
        site_id: z.int(),
        site_url: z.string(),
        site_name: z.string(),
        valid_to: timestamp,
        days_left: z.int(),
      }),
    )
    .describe('Those that end first.'),
})

export async function summarizeCertificates(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  most: number,
): Promise<z.input<typeof CertificateSummary>> {
  const now = clock.now()
  const [counts, ending] = await Promise.all([
    countExpiring(db, actor.limits, now),
    listEnding(db, actor.limits, now, most),
  ])
  const items = ending.map(({ valid_to, ...site }) => ({
    ...site,
    valid_to: isoTime(valid_to)!,
    days_left: daysUntil(valid_to, now),
  }))
  return { ...counts, items }
}
