import { z } from 'zod'
import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { daysUntil } from './certificate.ts'
import { countExpiringCertificates, listExpiringCertificates } from './expiry-store.ts'

/** Certificates that need attention. */
export const CertificateSummary = z.object({
  expired: z.int(),
  within_7_days: z.int(),
  within_30_days: z.int(),
  invalid: z.int().describe('Invalid for a reason other than its dates.'),
  checked: z
    .int()
    .describe(
      'Sites with a certificate that was read, or that are known to have none. Nothing is known about the others.',
    ),
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
    .describe('The ones that expire first.'),
})

export async function summarizeCertificates(
  { db, actor, clock, settings }: Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>,
  max: number,
): Promise<z.input<typeof CertificateSummary>> {
  const [now, zone] = [clock.now(), timeZoneOf(settings)]
  const [counts, expiring] = await Promise.all([
    countExpiringCertificates(db, actor.limits, { now, zone }),
    listExpiringCertificates(db, actor.limits, { now, zone }, max),
  ])
  const items = expiring.map(({ valid_to, ...site }) => ({
    ...site,
    valid_to: isoTime(valid_to),
    days_left: daysUntil(valid_to, now, zone),
  }))
  return { ...counts, items }
}
