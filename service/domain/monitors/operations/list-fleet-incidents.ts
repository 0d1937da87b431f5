import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { describeIncident } from '../describe-incident.ts'
import { listIncidentsOfFleet } from '../fleet-incident-store.ts'
import { Incident } from '../monitor.ts'
import { monitorRules } from '../monitor-settings.ts'

export const listFleetIncidents = operation({
  name: 'list-fleet-incidents',
  summary: 'List incidents of all sites, newest first: open or resolved ones; total counts up to 10,000.',
  effect: 'read',
  permission: 'monitors.read',
  tool: true,
  input: z.strictObject({
    status: z.enum(['down', 'resolved']).default('down'),
    page,
    per_page: perPage(20, 200),
  }),
  output: paged(
    Incident.extend({
      site_id: z.int(),
      site_url: z.string(),
      site_name: z.string(),
      handling: z.enum(['open', 'acknowledged', 'resolved']).describe('What people did about it.'),
      assigned_to: z.string().nullable().describe('The login of a user.'),
    }),
  ),
}).does(async ({ status, page, per_page }, context) => {
  const { db, actor } = context
  const rules = monitorRules(context)
  const filter = { open: status === 'down', limits: actor.limits }
  const { rows, total } = await listIncidentsOfFleet(db, filter, { page, perPage: per_page }, rules)
  const items = rows.map((row) => {
    const { site_id, site_url, site_name, assigned_to } = row
    const handling = row.resolved_at
      ? ('resolved' as const)
      : row.acknowledged_at
        ? ('acknowledged' as const)
        : ('open' as const)
    return { ...describeIncident(row, rules.now), site_id, site_url, site_name, handling, assigned_to }
  })
  return { items, page, per_page, total }
})
