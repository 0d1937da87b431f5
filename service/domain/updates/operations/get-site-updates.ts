import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { Summary, summaryOfUpdates, TypeName, toUpdateEntry, typesOf, UpdateEntry } from '../update-entry.ts'
import { listPendingUpdates } from '../update-store.ts'

export const getSiteUpdates = operation({
  name: 'get-site-updates',
  ability: 'svc/get-site-updates-v1',
  category: 'svc-updates',
  summary: 'List the pending updates of a site, without the ignored ones.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    types: z.array(TypeName).default([]).describe('Empty: all types.'),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    updates: z.array(UpdateEntry),
    summary: Summary,
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, types }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const updates = await listPendingUpdates(context.db, site.id, { types: typesOf(types) })
  return {
    site_id: site.id,
    site_url: site.url,
    site_name: site.name,
    updates: updates.map(toUpdateEntry),
    summary: summaryOfUpdates(updates),
  }
})
