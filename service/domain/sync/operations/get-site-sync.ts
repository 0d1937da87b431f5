import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { listParts } from '../part-store.ts'

export const getSiteSync = operation({
  name: 'get-site-sync',
  summary: 'Read the results of the syncs of a site: when each part was last read, and its problems.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    last_sync: timestamp.nullable(),
    last_attempt: timestamp.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    parts: z.array(
      z.object({
        part: z.string(),
        read_at: timestamp,
        good_at: timestamp.nullable().describe('When it was last received; that data is stored.'),
        problem: z.string().nullable(),
      }),
    ),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const parts = await listParts(context.db, site.id)
  return {
    site_id: site.id,
    site_url: site.url,
    last_sync: isoTime(site.last_sync),
    last_attempt: isoTime(site.last_sync_attempt),
    error: site.sync_error_code ? { code: site.sync_error_code, message: site.sync_error ?? '' } : null,
    parts: parts.map((part) => ({ ...part, read_at: isoTime(part.read_at), good_at: isoTime(part.good_at) })),
  }
})
