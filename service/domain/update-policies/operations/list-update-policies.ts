import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { fleetPolicy } from '../fleet-policy.ts'
import { UpdatePolicy } from '../policy.ts'
import { toUpdatePolicy } from '../policy-entry.ts'
import { listNamedPolicies } from '../policy-store.ts'

export const listUpdatePolicies = operation({
  name: 'list-update-policies',
  summary: 'List the update policies: the one of the fleet first, then those of tags, clients, sites and items.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef.optional().describe('Only the policies of the fleet and of this site.'),
  }),
  output: z.object({ policies: z.array(UpdatePolicy), total: z.int() }),
}).does(async ({ site_id_or_domain: ref }, context) => {
  const siteId = ref === undefined ? null : (await requireSite(context, ref)).id
  const rows = await listNamedPolicies(context.db, context.actor.limits, siteId)
  const fleet = rows.find(({ scope }) => scope === 'fleet')
  const shown = {
    ...fleetPolicy(context, fleet),
    name: 'All sites',
    updated_at: fleet?.updated_at ?? null,
    updated_by: fleet?.updated_by ?? null,
  }
  const policies = [shown, ...rows.filter((row) => row !== fleet)].map(toUpdatePolicy)
  return { policies, total: policies.length }
})
