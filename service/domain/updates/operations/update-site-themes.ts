import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planSiteRun } from '../run/plan-run.ts'
import { SiteReport, toSiteReport, toUpdateResults } from '../run/run-report.ts'
import { runSiteUpdates } from '../run/run-site-updates.ts'
import { Slugs } from '../update-entry.ts'

const types = ['theme' as const]

export const updateSiteThemes = operation({
  name: 'update-site-themes',
  ability: 'svc/update-site-themes-v1',
  category: 'svc-updates',
  summary: 'Update themes of a site: the given ones, or all pending ones. Ignored ones are skipped.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    slugs: Slugs.default([]).describe('Empty: all themes.'),
  }),
  output: SiteReport,
  results: toUpdateResults,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, slugs }, context) => planSiteRun(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, slugs }, context) =>
    toSiteReport(await runSiteUpdates(context, site_id_or_domain, { types, slugs })),
  )
