import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { planForSite } from '../running/plan-run.ts'
import { runOnSite } from '../running/run-on-site.ts'
import { reportOf, SiteReport } from '../running/run-report.ts'
import { Slugs } from '../running/wanted.ts'

const types = ['theme' as const]

export const updateSiteThemes = operation({
  name: 'update-site-themes',
  ability: 'svc/update-site-themes-v1',
  category: 'svc-updates',
  summary: 'Update themes of a site: the given ones, or all that wait. Ignored ones are left out.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    slugs: Slugs.default([]).describe('Empty: all themes.'),
  }),
  output: SiteReport,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain, slugs }, context) => planForSite(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, slugs }, context) =>
    reportOf(await runOnSite(context, site_id_or_domain, { types, slugs })),
  )
