import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRefs } from '../../sites/index.ts'
import { planRun } from '../run/plan-run.ts'
import { queueRun, resultOrJob } from '../run/queue-run.ts'
import { RunSummary, summarizeRun, toRunResults, toSiteCondition, UpdatedItem } from '../run/run-report.ts'
import { RestTypeNames, summaryOfUpdates, TypeName, typesOf } from '../update-entry.ts'

export const updateAll = operation({
  name: 'update-all',
  ability: 'svc/update-all-v1',
  category: 'svc-updates',
  summary:
    'Install all pending updates, WordPress included, without the ignored ones: on the given sites or all. More than 200 sites are queued as a job.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    types: z.array(TypeName).optional().describe('Only these; left out: all types.'),
    type: RestTypeNames.optional().describe('The same with the type names of REST.'),
  }),
  output: resultOrJob({
    updated: z.object({ core: z.int(), plugins: z.int(), themes: z.int(), translations: z.int() }),
    items: z.array(UpdatedItem),
    summary: RunSummary,
  }),
  results: (output) => (output.queued ? null : toRunResults({ updated: output.items, errors: output.errors })),
  compat: (output) => (output.queued ? { updates_queued: output.sites_queued } : {}),
})
  .plans((input, context) => planRun(context, requestOf(input)))
  .does(async (input, context) => {
    const answer = await queueRun(context, requestOf(input))
    if (answer.queued) return answer
    const { reports, errors } = answer
    const items = reports.flatMap((report) => report.updated)
    const { total: _, ...updated } = summaryOfUpdates(items)
    const sites = reports.map(toSiteCondition)
    return { queued: false, updated, items, errors, summary: summarizeRun(items, errors), sites }
  })

interface Input {
  site_ids_or_domains: z.output<typeof SiteRefs>
  types?: TypeName[] | undefined
  type?: z.output<typeof RestTypeNames> | undefined
}

const requestOf = ({ site_ids_or_domains: refs, types = [], type = [] }: Input) => ({
  refs,
  types: typesOf([...types, ...type]),
  slugs: [],
})
