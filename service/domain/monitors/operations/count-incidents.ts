import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { countIncidentsOfSite } from '../incident-store.ts'

export const countIncidents = operation({
  name: 'count-incidents',
  summary: 'Count how often a site was down.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ total: z.int() }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const { id } = await requireSite(context, site_id_or_domain)
  return { total: await countIncidentsOfSite(context.db, id) }
})
