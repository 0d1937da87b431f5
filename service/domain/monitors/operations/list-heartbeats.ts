import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { checkedStatuses } from '../decide-status.ts'
import { allowedPeriods, describeBeat, filterByStatus, readBeats, readTimeSpan } from '../heartbeats.ts'
import { Heartbeat } from '../monitor.ts'

export const listHeartbeats = operation({
  name: 'list-heartbeats',
  summary: 'List the checks of a site, newest first: time, answer and duration. They are stored for a month.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    period: z.string().max(100).default('30d').describe(`One of: ${allowedPeriods}.`),
    since: z.string().max(50).optional().describe('Leaves out earlier checks; ISO 8601.'),
    status: z.enum(checkedStatuses).optional(),
    page,
    limit: z.int().min(1).max(5000).default(1000).describe('Checks per page.'),
  }),
  output: z.object({ heartbeats: z.array(Heartbeat), page: z.int(), per_page: z.int(), total: z.int() }),
  aliases: { site_id: 'site_id_or_domain', per_page: 'limit' },
}).does(async ({ site_id_or_domain, period, since, status, page, limit }, context) => {
  const { db, clock } = context
  const requested = readTimeSpan(period, since, clock.now())
  const { id } = await requireSite(context, site_id_or_domain)
  const beats = filterByStatus(await readBeats(db, id, requested), status)
  const heartbeats = beats.slice((page - 1) * limit, page * limit).map((beat) => describeBeat(id, beat))
  return { heartbeats, page, per_page: limit, total: beats.length }
})
