import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { requireSite, SiteRef, SiteStatus, toSiteBrief } from '../../sites/index.ts'
import { missingParts, runSync } from '../run-sync.ts'

export const syncSite = operation({
  name: 'sync-site',
  summary: 'Read the current state of a site: versions, plugins, themes, updates, security and changes.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    full: z.boolean().default(false).describe('Also parts that are usually read once a day, such as users.'),
  }),
  output: z.object({
    synced: z.literal(true),
    id: z.int(),
    url: z.string(),
    name: z.string(),
    status: SiteStatus,
    last_sync: timestamp,
    parts: z.array(z.string()).describe('The parts that were received.'),
    problems: z
      .array(z.object({ part: z.string(), reason: z.string() }))
      .describe('Parts that were missing or unreadable; their stored data stays.'),
  }),
  results: ({ parts, problems }) => ({
    done: parts.length,
    errors: missingParts({ parts, problems }).map(({ part, reason }) => ({
      code: 'svc_sync_incomplete',
      message: `${part}: ${reason}.`,
    })),
    label: ['section received', 'sections received'],
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const isSynced = site.status === 'connected' || (site.status === 'disconnected' && site.key_is_retried)
    const warnings = isSynced ? [] : [`The site is ${site.status} and would not be synced.`]
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: isSynced ? [toSiteBrief(site)] : [],
      warnings,
    }
  })
  .does(async ({ site_id_or_domain, full }, context) => {
    const { site, at, parts, problems } = await runSync(context, site_id_or_domain, { full })
    const { id, url, name, status } = site
    return { synced: true, id, url, name, status, last_sync: isoTime(at), parts, problems }
  })
