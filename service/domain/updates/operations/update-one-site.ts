import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planForSite } from '../running/plan-run.ts'
import { runOnSite } from '../running/run-on-site.ts'
import { reportOf, SiteReport } from '../running/run-report.ts'
import { RestTypeWords, Slugs } from '../running/wanted.ts'
import { typesOf } from '../update-entry.ts'

export const updateOneSite = operation({
  name: 'update-one-site',
  summary: 'Install every update that waits on one site, WordPress included, without the ignored ones.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    type: RestTypeWords.default([]).describe('Only these; left out: all types.'),
    slugs: Slugs.default([]).describe('Only these items; left out: all.'),
  }),
  output: SiteReport,
  aliases: { site_id: 'site_id_or_domain', slug: 'slugs' },
})
  .plans(({ site_id_or_domain, type, slugs }, context) =>
    planForSite(context, site_id_or_domain, { types: typesOf(type), slugs }),
  )
  .does(async ({ site_id_or_domain, type, slugs }, context) =>
    reportOf(await runOnSite(context, site_id_or_domain, { types: typesOf(type), slugs })),
  )
