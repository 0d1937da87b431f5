import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { requireSite, SiteRef, SiteStatus, toSiteBrief } from '../../sites/index.ts'
import { syncSite as sync } from '../sync-site.ts'

export const syncSite = operation({
  name: 'sync-site',
  summary: 'Ask a site how it is: versions, plugins, themes, updates, security and changes.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    full: z.boolean().default(false).describe('Also what is usually read once a day, such as its users.'),
  }),
  output: z.object({
    synced: z.literal(true),
    id: z.int(),
    url: z.string(),
    name: z.string(),
    status: SiteStatus,
    last_sync: timestamp,
    parts: z.array(z.string()).describe('What came.'),
    problems: z
      .array(z.object({ part: z.string(), reason: z.string() }))
      .describe('What was wrong with some parts; what was known of them is kept.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const warnings = site.status === 'connected' ? [] : [`It is ${site.status} and would not be synced.`]
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: site.status === 'connected' ? [toSiteBrief(site)] : [],
      warnings,
    }
  })
  .does(async ({ site_id_or_domain, full }, context) => {
    const { site, at, parts, problems } = await sync(context, site_id_or_domain, { full })
    const { id, url, name, status } = site
    return { synced: true, id, url, name, status, last_sync: isoTime(at)!, parts, problems }
  })
