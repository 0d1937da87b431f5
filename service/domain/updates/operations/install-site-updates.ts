import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { timestamp } from '../../../operation/shapes.ts'
import { SiteRef } from '../../sites/index.ts'
import { planForSite } from '../running/plan-run.ts'
import { runOnSite } from '../running/run-on-site.ts'
import { reportOf, SiteReport } from '../running/run-report.ts'
import { updateTypes } from '../update.ts'

/** Has no address: only jobs run it, once per site. */
export const installSiteUpdates = operation({
  name: 'install-site-updates',
  summary: 'Install what waits on one site, as part of a job.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    types: z.array(z.enum(updateTypes)).default([]),
    slugs: z.array(z.string()).max(10_000).default([]),
    offered_before: timestamp.optional().describe('Only what was on offer by then.'),
    automatic: z.boolean().default(false).describe('By the timetable: what is known to fail is left alone.'),
    run: z.uuid().describe('The same for every try of this target: whoever goes on with it finds what was begun.'),
  }),
  output: SiteReport,
})
  .plans(({ site_id_or_domain, types, slugs }, context) => planForSite(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, offered_before, ...wanted }, context) => {
    const offeredBefore = offered_before === undefined ? undefined : new Date(offered_before)
    return reportOf(await runOnSite(context, site_id_or_domain, { ...wanted, offeredBefore }))
  })
