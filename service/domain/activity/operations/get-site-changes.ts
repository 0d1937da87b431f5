import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { ChangeLabel, changeSources, SiteChange } from '../change.ts'
import { readChangeLog, toSiteChange } from '../read-changes.ts'

export const getSiteChanges = operation({
  name: 'get-site-changes',
  ability: 'svc/get-site-changes-v1',
  category: 'svc-sites',
  summary: 'Read the change log of a site, newest first: changes made on the site and through Flotilla.',
  effect: 'read',
  permission: 'sites.read',
  requires: 'logs',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    page,
    per_page: perPage(50, 100),
    type: ChangeLabel.optional().describe('Only changes of this type, such as plugin, theme, post, user.'),
    source: z.enum(changeSources).optional(),
  }),
  output: z.object({
    site_id: z.int(),
    changes: z.array(SiteChange),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, page, per_page, type, source }, context) => {
  const { id } = await requireSite(context, site_id_or_domain)
  const filter = { siteIds: [id], source, types: type === undefined ? [] : [type] }
  const { rows, total } = await readChangeLog(context.db, filter, { page, perPage: per_page })
  return { site_id: id, changes: rows.map(toSiteChange), page, per_page, total }
})
