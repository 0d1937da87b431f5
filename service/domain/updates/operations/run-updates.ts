import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { background } from '../../jobs/index.ts'
import { SiteRefs } from '../../sites/index.ts'
import { failedReleaseFields } from '../run/leave-out-updates.ts'
import { planRun } from '../run/plan-run.ts'
import { queueRun, resultOrJob } from '../run/queue-run.ts'
import { RunSummary, summarizeRun, toRunResults, toSiteCondition, UpdatedItem } from '../run/run-report.ts'
import { Slugs, TypeName, typesOf } from '../update-entry.ts'

export const runUpdates = operation({
  name: 'run-updates',
  ability: 'svc/run-updates-v1',
  category: 'svc-updates',
  summary:
    'Install pending updates, without the ignored ones: on the given sites or all, of certain types or items. More than 200 sites are queued as a job.',
  effect: 'change',
  permission: 'updates.manage',
  tool: true,
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites with updates.'),
    types: z.array(TypeName).default([]).describe('Empty: all types.'),
    specific_items: Slugs.default([]).describe('Slugs; wordpress means WordPress itself. Empty: every item.'),
    ...failedReleaseFields,
    background,
  }),
  output: resultOrJob({ updated: z.array(UpdatedItem), summary: RunSummary }),
  results: (output) => (output.queued ? null : toRunResults(output)),
})
  .plans((input, context) => planRun(context, requestOf(input)))
  .does(async (input, context) => {
    const answer = await queueRun(context, { ...requestOf(input), background: input.background })
    if (answer.queued) return answer
    const { reports, errors } = answer
    const updated = reports.flatMap((report) => report.updated)
    return {
      queued: false,
      updated,
      errors,
      summary: summarizeRun(updated, errors),
      sites: reports.map(toSiteCondition),
    }
  })

interface Input {
  site_ids_or_domains: z.output<typeof SiteRefs>
  types: TypeName[]
  specific_items: string[]
  failed_releases: string[]
  leave_out_failed: boolean
}

const requestOf = ({
  site_ids_or_domains: refs,
  types,
  specific_items: slugs,
  failed_releases: failedReleases,
  leave_out_failed: leaveOutFailed,
}: Input) => ({
  refs,
  types: typesOf(types),
  slugs,
  failedReleases,
  leaveOutFailed,
})
