import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planSiteRun } from '../run/plan-run.ts'
import { SiteReport, toSiteReport, toUpdateResults } from '../run/run-report.ts'
import { runSiteUpdates } from '../run/run-site-updates.ts'
import { Slugs } from '../update-entry.ts'

const types = ['translation' as const]

export const updateSiteTranslations = operation({
  name: 'update-site-translations',
  ability: 'svc/update-site-translations-v1',
  category: 'svc-updates',
  summary:
    'Update translations of a site: of the given plugins and themes, or all pending ones; all languages together.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    slugs: Slugs.optional().describe('Omit for all; "default" means WordPress itself.'),
  }),
  output: SiteReport.extend({
    updated: z.boolean().describe('At least one translation was updated.'),
    translations_updated: z.int(),
    items: SiteReport.shape.updated,
  }),
  results: ({ items, errors }) => toUpdateResults({ updated: items, errors }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, slugs = [] }, context) => planSiteRun(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, slugs = [] }, context) => {
    const report = toSiteReport(await runSiteUpdates(context, site_id_or_domain, { types, slugs }))
    const items = report.updated
    return { ...report, updated: items.length > 0, translations_updated: items.length, items }
  })
