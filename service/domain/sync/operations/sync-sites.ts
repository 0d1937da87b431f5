import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList } from '../../../operation/shapes.ts'
import { actOnSites, doneOrQueued, planForConnected, SiteRefs } from '../../sites/index.ts'
import { syncSite } from './sync-site.ts'

const SyncedSite = z.object({ id: z.int(), url: z.string(), name: z.string() })

export const syncSites = operation({
  name: 'sync-sites',
  ability: 'svc/sync-sites-v1',
  category: 'svc-sites',
  summary:
    'Sync the given sites, or all of them. More than 200 are queued as a job; suspended and disconnected ones are skipped and listed in errors.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  tool: true,
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    exclude_ids: idList.unwrap().optional(),
  }),
  output: doneOrQueued({
    synced: z.array(SyncedSite),
    total_synced: z.int(),
    total_errors: z.int(),
  }),
  results: (output) =>
    output.queued
      ? null
      : {
          done: output.total_synced,
          errors: output.errors,
          partial: output.errors.filter(({ code }) => code === 'svc_sync_incomplete').length,
          label: ['site synced', 'sites synced'],
        },
  aliases: { site_ids: 'site_ids_or_domains' },
})
  .plans(({ site_ids_or_domains, exclude_ids }, context) =>
    planForConnected(context, selection(site_ids_or_domains, exclude_ids), 'synced'),
  )
  .does(async ({ site_ids_or_domains, exclude_ids }, context) => {
    const acted = await actOnSites(context, {
      ...selection(site_ids_or_domains, exclude_ids),
      kind: 'sync',
      operation: syncSite,
      only: 'synced',
    })
    if (acted.queued) return acted
    const { done, errors } = acted
    const synced = done.map(({ id, url, name }) => ({ id, url, name }))
    return { queued: false, synced, errors, total_synced: synced.length, total_errors: errors.length }
  })

const selection = (refs: z.output<typeof SiteRefs>, exclude: number[] = []) => ({
  refs,
  exclude,
  excludeField: 'exclude_ids',
  ifEmpty: { status: 'any' as const },
})
