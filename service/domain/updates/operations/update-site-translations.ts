import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planForSite } from '../running/plan-run.ts'
import { runOnSite } from '../running/run-on-site.ts'
import { reportOf, SiteReport } from '../running/run-report.ts'
import { Slugs } from '../running/wanted.ts'

const types = ['translation' as const]

export const updateSiteTranslations = operation({
  name: 'update-site-translations',
  ability: 'svc/update-site-translations-v1',
  category: 'svc-updates',
  summary: 'Update translations of a site: of the given plugins and themes, or all that wait; all languages together.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    slugs: Slugs.optional().describe('Left out: all; default is WordPress itself.'),
  }),
  output: SiteReport.extend({
    updated: z.boolean().describe('At least one was.'),
    translations_updated: z.int(),
    items: SiteReport.shape.updated,
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, slugs = [] }, context) => planForSite(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, slugs = [] }, context) => {
    const report = reportOf(await runOnSite(context, site_id_or_domain, { types, slugs }))
    const items = report.updated
    return { ...report, updated: items.length > 0, translations_updated: items.length, items }
  })
