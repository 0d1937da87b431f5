import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { unixSeconds } from '../../../platform/unix-seconds.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { ChangeLabels, SiteChange } from '../change.ts'
import { readChangeLog, toSiteChange } from '../read-changes.ts'

/** `wpadmin` and `dashboard` are the names of the established product. */
const sources = { site: 'site', wpadmin: 'site', flotilla: 'flotilla', dashboard: 'flotilla', all: undefined } as const

export const getOutsideChanges = operation({
  name: 'get-outside-changes',
  summary: 'Read the changes of a site that were not made through Flotilla, newest first.',
  effect: 'read',
  permission: 'sites.read',
  requires: 'logs',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    page,
    per_page: perPage(50, 100),
    source: z.enum(['site', 'wpadmin', 'flotilla', 'dashboard', 'all']).default('site'),
    actions: ChangeLabels.default([]),
    contexts: ChangeLabels.default([]).describe('Types of change, such as plugin, theme, post, user.'),
    order: z.enum(['asc', 'desc']).default('desc'),
    orderby: z.enum(['created', 'timestamp']).default('created'),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    changes: z.array(
      SiteChange.extend({
        log_id: z.int(),
        site_id: z.int(),
        context: z.string(),
        user_login: z.string(),
        created: z.int(),
      }),
    ),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, page, per_page, source, actions, contexts, order }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const filter = { siteIds: [site.id], source: sources[source], types: contexts, actions }
  const { rows, total } = await readChangeLog(context.db, filter, { page, perPage: per_page, order })
  const changes = rows.map((row) => ({
    ...toSiteChange(row),
    log_id: row.id,
    site_id: site.id,
    context: row.type,
    user_login: row.user_name,
    created: unixSeconds(row.at),
  }))
  return { site_id: site.id, site_url: site.url, site_name: site.name, changes, page, per_page, total }
})
