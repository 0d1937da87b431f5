import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planSiteRun } from '../run/plan-run.ts'
import { SiteReport, toSiteReport, toUpdateResults } from '../run/run-report.ts'
import { runSiteUpdates } from '../run/run-site-updates.ts'
import { RestTypeNames, Slugs, typesOf } from '../update-entry.ts'

export const updateOneSite = operation({
  name: 'update-one-site',
  summary: 'Install all pending updates of one site, WordPress included, without the ignored ones.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    type: RestTypeNames.default([]).describe('Only these; omit for all types.'),
    slugs: Slugs.default([]).describe('Only these items; omit for all.'),
  }),
  output: SiteReport,
  results: toUpdateResults,
  aliases: { site_id: 'site_id_or_domain', slug: 'slugs' },
})
  .plans(({ site_id_or_domain, type, slugs }, context) =>
    planSiteRun(context, site_id_or_domain, { types: typesOf(type), slugs }),
  )
  .does(async ({ site_id_or_domain, type, slugs }, context) =>
    toSiteReport(await runSiteUpdates(context, site_id_or_domain, { types: typesOf(type), slugs })),
  )
