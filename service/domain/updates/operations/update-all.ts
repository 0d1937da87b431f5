import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRefs } from '../../sites/index.ts'
import { planRun } from '../run/plan-run.ts'
import { queueRun, resultOrRunning } from '../run/queue-run.ts'
import { RunSummary, summarizeRun, toRunResults, toSiteCondition, UpdatedItem } from '../run/run-report.ts'
import { RestTypeNames, summaryOfUpdates, TypeName, typesOf } from '../update-entry.ts'

export const updateAll = operation({
  name: 'update-all',
  ability: 'svc/update-all-v1',
  category: 'svc-updates',
  summary:
    'Install all pending updates, WordPress included, without the ignored ones: on the given sites or all. Sites that take longer than the call waits are listed in errors.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    types: z.array(TypeName).optional().describe('Only these; omit for all types.'),
    type: RestTypeNames.optional().describe('The same with the type names of REST.'),
  }),
  output: resultOrRunning({
    updated: z.object({ core: z.int(), plugins: z.int(), themes: z.int(), translations: z.int() }),
    items: z.array(UpdatedItem),
    summary: RunSummary,
  }),
  results: ({ items, errors }) => toRunResults({ updated: items, errors }),
})
  .plans((input, context) => planRun(context, { ...requestOf(input), alwaysWait: true }))
  .does(async (input, context) => {
    const { reports, errors, job } = await queueRun(context, { ...requestOf(input), alwaysWait: true })
    const items = reports.flatMap((report) => report.updated)
    const { total: _, ...updated } = summaryOfUpdates(items)
    const sites = reports.map(toSiteCondition)
    return { updated, items, errors, summary: summarizeRun(items, errors), sites, ...job }
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
