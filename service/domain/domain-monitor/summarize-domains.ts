import { z } from 'zod'
import { timeZoneOf, todayOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { daysBetween, utcDay } from '../../platform/calendar.ts'
import { countExpiringDomains, countUncheckedSites, listExpiringDomains } from './expiry-store.ts'

/** Registrations that expire soon, each domain once. */
export const DomainSummary = z.object({
  expired: z.int(),
  within_30_days: z.int(),
  unknown: z.int().describe('Domains whose last day is not known.'),
  unchecked: z.int().describe('Sites whose domain has not been looked up at their address yet.'),
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
  context: Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>,
  max: number,
): Promise<z.input<typeof DomainSummary>> {
  const { db, actor, clock } = context
  const moment = { now: clock.now(), zone: timeZoneOf(context.settings) }
  const [counts, unchecked, expiring] = await Promise.all([
    countExpiringDomains(db, actor.limits, moment),
    countUncheckedSites(db, actor.limits),
    listExpiringDomains(db, actor.limits, moment, max),
  ])
  const items = expiring.map(({ expiry, ...domain }) => ({
    ...domain,
    expiry_date: utcDay(expiry),
    days_left: daysBetween(todayOf(context), utcDay(expiry)),
  }))
  return { ...counts, unchecked, items }
}
