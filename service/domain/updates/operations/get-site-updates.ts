import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { listPendingUpdatesOfSite } from '../pending-updates.ts'
import { Summary, summaryOfUpdates, TypeWord, toEntry, typesOf, UpdateEntry } from '../update-entry.ts'

export const getSiteUpdates = operation({
  name: 'get-site-updates',
  ability: 'svc/get-site-updates-v1',
  category: 'svc-updates',
  summary: 'List the updates that wait on a site, without the ignored ones.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    types: z.array(TypeWord).default([]).describe('Empty: all types.'),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    updates: z.array(UpdateEntry),
    summary: Summary,
  }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: () => ({ rollback_items: { plugins: [], themes: [] } }),
}).does(async ({ site_id_or_domain, types }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const updates = await listPendingUpdatesOfSite(context.db, site.id, { types: typesOf(types) })
  return {
    site_id: site.id,
    site_url: site.url,
    site_name: site.name,
    updates: updates.map(toEntry),
    summary: summaryOfUpdates(updates),
  }
})
