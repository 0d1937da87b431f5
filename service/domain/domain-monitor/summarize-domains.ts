import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { utcDay } from '../../platform/calendar.ts'
import { daysUntil } from '../ssl-monitor/index.ts'
import { countExpiringDomains, listExpiringDomains } from './expiry-store.ts'

/** Registrations that expire soon, each domain once. */
export const DomainSummary = z.object({
  expired: z.int(),
  within_30_days: z.int(),
  unknown: z.int().describe('Domains whose last day is not known.'),
  items: z
    .array(
      z.object({
        domain: z.string(),
        site_id: z.int().describe('One of its sites.'),
        site_url: z.string(),
        site_name: z.string(),
        expiry_date: z.string().describe('YYYY-MM-DD'),
        days_left: z.int(),
      }),
    )
    .describe('The ones that expire first.'),
})

export async function summarizeDomains(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  max: number,
): Promise<z.input<typeof DomainSummary>> {
  const now = clock.now()
  const [counts, expiring] = await Promise.all([
    countExpiringDomains(db, actor.limits, now),
    listExpiringDomains(db, actor.limits, now, max),
  ])
  const items = expiring.map(({ expiry, ...domain }) => ({
    ...domain,
    expiry_date: utcDay(expiry),
    days_left: daysUntil(expiry, now),
  }))
  return { ...counts, items }
}
