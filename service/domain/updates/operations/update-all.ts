import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRefs } from '../../sites/index.ts'
import { doneOrQueued, orderRun } from '../running/order-run.ts'
import { planRun } from '../running/plan-run.ts'
import { conditionOf, RunSummary, summaryOfRun, UpdatedItem } from '../running/run-report.ts'
import { RestTypeWords } from '../running/wanted.ts'
import { summaryOfUpdates, TypeWord, typesOf } from '../update-entry.ts'

export const updateAll = operation({
  name: 'update-all',
  ability: 'svc/update-all-v1',
  category: 'svc-updates',
  summary:
    'Install every update that waits, WordPress included, without the ignored ones: on the given sites or all. More than 200 sites are queued as a job.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites.'),
    types: z.array(TypeWord).optional().describe('Only these; left out: all types.'),
    type: RestTypeWords.optional().describe('The same in the words of REST.'),
  }),
  output: doneOrQueued({
    updated: z.object({ core: z.int(), plugins: z.int(), themes: z.int(), translations: z.int() }),
    items: z.array(UpdatedItem),
    summary: RunSummary,
  }),
  compat: (output) => (output.queued ? { updates_queued: output.sites_queued } : {}),
})
  .plans((input, context) => planRun(context, orderOf(input)))
  .does(async (input, context) => {
    const ordered = await orderRun(context, orderOf(input))
    if (ordered.queued) return ordered
    const { reports, errors } = ordered
    const items = reports.flatMap((report) => report.updated)
    const { total: _, ...updated } = summaryOfUpdates(items)
    const sites = reports.map(conditionOf)
    return { queued: false, updated, items, errors, summary: summaryOfRun(items, errors), sites }
  })

interface Input {
  site_ids_or_domains: z.output<typeof SiteRefs>
  types?: TypeWord[] | undefined
  type?: z.output<typeof RestTypeWords> | undefined
}

const orderOf = ({ site_ids_or_domains: refs, types = [], type = [] }: Input) => ({
  refs,
  types: typesOf([...types, ...type]),
  slugs: [],
})
