import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { describeIncident } from '../describe-incident.ts'
import { countIncidentsOfSite, listIncidentsOfSite } from '../incident-store.ts'
import { Incident } from '../monitor.ts'
import { monitorRules } from '../monitor-settings.ts'

export const listIncidents = operation({
  name: 'list-incidents',
  summary: 'List when a site was down, newest first: since when, how long, and why.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({ site_id_or_domain: SiteRef, page, per_page: perPage(20, 200) }),
  output: paged(Incident),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, page, per_page }, context) => {
  const { db } = context
  const rules = monitorRules(context)
  const { id } = await requireSite(context, site_id_or_domain)
  const [rows, total] = await Promise.all([
    listIncidentsOfSite(db, id, { page, perPage: per_page }, rules),
    countIncidentsOfSite(db, id),
  ])
  return { items: rows.map((row) => describeIncident(row, rules.now)), page, per_page, total }
})
