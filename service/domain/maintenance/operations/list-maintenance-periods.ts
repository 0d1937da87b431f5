import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { requireSite } from '../../sites/index.ts'
import { describePeriod, MaintenancePeriod } from '../maintenance-window.ts'
import { listPeriods } from '../period-store.ts'

export const listMaintenancePeriods = operation({
  name: 'list-maintenance-periods',
  summary: 'List when maintenance takes place: now, in the next 14 days, or in the past; of all sites or of one.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({
    when: z
      .enum(['current', 'announced', 'upcoming', 'past'])
      .default('current')
      .describe('announced: takes place now or begins within 24 hours.'),
    site_id: z.int().min(1).optional().describe('Only periods that cover this site.'),
    page,
    per_page: perPage(20, 200),
  }),
  output: paged(MaintenancePeriod),
}).does(async ({ when, site_id, page, per_page }, context) => {
  const { db, actor, clock } = context
  if (site_id !== undefined) await requireSite(context, site_id)
  const filter = { when, siteId: site_id ?? null, limits: actor.limits, now: clock.now() }
  const { rows, total } = await listPeriods(db, filter, { page, perPage: per_page })
  return { items: rows.map(describePeriod), page, per_page, total }
})
