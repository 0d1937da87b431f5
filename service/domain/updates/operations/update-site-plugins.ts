import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planForSite } from '../running/plan-run.ts'
import { runOnSite } from '../running/run-on-site.ts'
import { reportOf, SiteReport } from '../running/run-report.ts'
import { Slugs } from '../running/wanted.ts'

const types = ['plugin' as const]

export const updateSitePlugins = operation({
  name: 'update-site-plugins',
  ability: 'svc/update-site-plugins-v1',
  category: 'svc-updates',
  summary: 'Update plugins of a site: the given ones, or all that wait. Ignored ones are left out.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    slugs: Slugs.default([]).describe('Empty: all plugins.'),
  }),
  output: SiteReport,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, slugs }, context) => planForSite(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, slugs }, context) =>
    reportOf(await runOnSite(context, site_id_or_domain, { types, slugs })),
  )
