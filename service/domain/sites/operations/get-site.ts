import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { findAnnouncedMaintenance } from '../announced-maintenance-store.ts'
import { conditionRules, IncludeCondition } from '../condition/condition.ts'
import { requireSiteDetail, toSiteDetail } from '../find-site.ts'
import { findNewestPicture } from '../homepage-picture-store.ts'
import { listNetworkSites } from '../network-store.ts'
import { SiteDetail, SiteRef } from '../site.ts'

export const getSite = operation({
  name: 'get-site',
  ability: 'svc/get-site-v1',
  category: 'svc-sites',
  summary: 'Read one site by its id or address, with its update counts on request.',
  effect: 'read',
  permission: 'sites.read',
  tool: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    include_stats: z.boolean().default(false),
    include_condition: IncludeCondition,
    include_maintenance: z.boolean().default(false),
    include_thumbnail: z.boolean().default(false),
    include_network: z.boolean().default(false),
  }),
  output: SiteDetail.extend({
    maintenance: z
      .object({ title: z.string(), note: z.string(), starts_at: timestamp, ends_at: timestamp })
      .nullable()
      .optional()
      .describe('Only with include_maintenance: announced maintenance that takes place now or begins within 24 hours.'),
    thumbnail: z
      .object({ url: z.string(), taken_at: timestamp })
      .nullable()
      .optional()
      .describe(
        'Only with include_thumbnail: the newest picture of the homepage, taken when updates were checked in a browser or by a performance audit.',
      ),
    network_sites: z
      .array(z.object({ id: z.int(), name: z.string(), url: z.string(), blog_id: z.int().nullable() }))
      .optional()
      .describe(
        'Only with include_network: other sites of the fleet that appear to be in the same WordPress network, at most 100.',
      ),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, include_stats, include_condition, ...include }, context) => {
  const rules = include_condition ? conditionRules(context) : null
  const site = toSiteDetail(await requireSiteDetail(context, site_id_or_domain, rules), { stats: include_stats })
  return {
    ...site,
    ...(include.include_maintenance && { maintenance: await describeMaintenance(context, site.id) }),
    ...(include.include_thumbnail && { thumbnail: await describeThumbnail(context, site.id) }),
    ...(include.include_network && {
      network_sites: site.facts.network ? await listNetworkSites(context.db, site.id, context.actor.limits) : [],
    }),
  }
})

async function describeMaintenance({ db, actor, clock }: Context, siteId: number) {
  const found = hasPermission(actor, 'monitors.read')
    ? await findAnnouncedMaintenance(db, siteId, clock.now())
    : undefined
  return found ? { ...found, starts_at: isoTime(found.starts_at), ends_at: isoTime(found.ends_at) } : null
}

async function describeThumbnail({ db, actor, modules }: Context, siteId: number) {
  const found = await findNewestPicture(db, siteId, {
    updates: hasPermission(actor, 'updates.read'),
    audits: hasPermission(actor, 'perf-audit.read') && modules.isActive('perf-audit'),
  })
  if (!found) return null
  const path =
    found.run === null ? `perf-audit/results/${siteId}/picture` : `updates/screenshots/${found.run}/${found.moment}`
  return { url: `/api/v2/${path}`, taken_at: isoTime(found.taken_at) }
}
