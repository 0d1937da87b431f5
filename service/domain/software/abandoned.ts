import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { page, paged, perPage } from '../../operation/shapes.ts'
import { addDays, daysBetween, utcDay } from '../../platform/calendar.ts'
import { requireSite, SiteRef } from '../sites/index.ts'
import { type AbandonedRow, countAbandonedSoftware, listAbandonedSoftware } from './site-software-store.ts'
import { abandonedAfterDays, SiteSummary, type SoftwareKind, toSiteSummary } from './software.ts'

export const AbandonedInput = z.strictObject({
  page,
  per_page: perPage(50, 100),
  site_id_or_domain: SiteRef.optional(),
})

const AbandonedSoftware = z.object({
  site_id: z.int(),
  site_url: z.string(),
  site_name: z.string(),
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  active: z.boolean(),
  last_updated: z.string().describe('Day of the newest release, YYYY-MM-DD.'),
  days_since_update: z.int(),
})

export const AbandonedOutput = paged(AbandonedSoftware).extend({
  site: SiteSummary.optional().describe('When the request named a site.'),
})

/** An item is abandoned when its newest release was on this day or earlier. */
export const abandonedUntil = (now: Date): string => addDays(utcDay(now), -abandonedAfterDays)

/** Items without a release for two years or more, on one site or on all that the caller may see. */
export async function readAbandonedSoftware(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  kind: SoftwareKind,
  { page, per_page, site_id_or_domain }: z.output<typeof AbandonedInput>,
): Promise<z.input<typeof AbandonedOutput>> {
  const { db, actor, clock } = context
  const site = site_id_or_domain === undefined ? null : await requireSite(context, site_id_or_domain)
  const today = utcDay(clock.now())
  const until = abandonedUntil(clock.now())
  const filter = { kind, until, siteId: site?.id ?? null, limits: actor.limits }
  const [rows, total] = await Promise.all([
    listAbandonedSoftware(db, filter, { page, perPage: per_page }),
    countAbandonedSoftware(db, filter),
  ])
  const describe = (row: AbandonedRow) => ({
    ...row,
    days_since_update: daysBetween(row.last_updated, today),
  })
  return { items: rows.map(describe), page, per_page, total, ...(site && { site: toSiteSummary(site) }) }
}
