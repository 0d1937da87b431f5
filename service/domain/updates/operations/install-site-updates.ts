import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { timestamp } from '../../../operation/shapes.ts'
import { SiteRef } from '../../sites/index.ts'
import { planSiteRun } from '../run/plan-run.ts'
import { SiteReport, toSiteReport, toUpdateResults } from '../run/run-report.ts'
import { runSiteUpdates } from '../run/run-site-updates.ts'
import { updateTypes } from '../update.ts'

/** Has no route: only jobs run it, once per site. */
export const installSiteUpdates = operation({
  name: 'install-site-updates',
  summary: 'Install the pending updates of one site, as part of a job.',
  effect: 'change',
  // Items of the same run are sent again only after reading the site showed that they had no effect.
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    types: z.array(z.enum(updateTypes)).default([]),
    slugs: z.array(z.string()).max(10_000).default([]),
    failed_releases: z
      .array(z.string())
      .max(10_000)
      .default([])
      .describe('Slugs of failed releases to install anyway.'),
    leave_out_failed: z.boolean().default(false).describe('Leave them out also where slugs names them.'),
    offered_before: timestamp.optional().describe('Only updates that were available by then.'),
    automatic: z.boolean().default(false).describe('Scheduled: updates that are known to fail are skipped.'),
    run: z
      .uuid()
      .describe(
        'The same for every attempt of this target, so that a later attempt finds what an earlier one started.',
      ),
  }),
  output: SiteReport,
  results: toUpdateResults,
})
  .plans(({ site_id_or_domain, types, slugs }, context) => planSiteRun(context, site_id_or_domain, { types, slugs }))
  .does(async ({ site_id_or_domain, offered_before, failed_releases, leave_out_failed, ...rest }, context) => {
    const offeredBefore = offered_before === undefined ? undefined : new Date(offered_before)
    const failed = { failedReleases: failed_releases, leaveOutFailed: leave_out_failed }
    const chosen = { ...rest, ...failed, offeredBefore }
    return toSiteReport(await runSiteUpdates(context, site_id_or_domain, chosen))
  })
