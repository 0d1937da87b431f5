import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { background } from '../../jobs/index.ts'
import { SiteRefs } from '../../sites/index.ts'
import { doneOrQueued, orderRun } from '../running/order-run.ts'
import { planRun } from '../running/plan-run.ts'
import { conditionOf, RunSummary, summaryOfRun, UpdatedItem } from '../running/run-report.ts'
import { Slugs } from '../running/wanted.ts'
import { TypeWord, typesOf } from '../update-entry.ts'

export const runUpdates = operation({
  name: 'run-updates',
  ability: 'svc/run-updates-v1',
  category: 'svc-updates',
  summary:
    'Install updates that wait, without the ignored ones: of the given sites or all, of certain types or items. More than 200 sites are queued as a job.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites with updates.'),
    types: z.array(TypeWord).default([]).describe('Empty: all types.'),
    specific_items: Slugs.default([]).describe('Slugs; wordpress means WordPress itself. Empty: every item.'),
    background,
  }),
  output: doneOrQueued({ updated: z.array(UpdatedItem), summary: RunSummary }),
  compat: (output) => (output.queued ? { updates_queued: output.sites_queued } : {}),
})
  .plans((input, context) => planRun(context, orderOf(input)))
  .does(async (input, context) => {
    const ordered = await orderRun(context, { ...orderOf(input), background: input.background })
    if (ordered.queued) return ordered
    const { reports, errors } = ordered
    const updated = reports.flatMap((report) => report.updated)
    return { queued: false, updated, errors, summary: summaryOfRun(updated, errors), sites: reports.map(conditionOf) }
  })

interface Input {
  site_ids_or_domains: z.output<typeof SiteRefs>
  types: TypeWord[]
  specific_items: string[]
}

const orderOf = ({ site_ids_or_domains: refs, types, specific_items: slugs }: Input) => ({
  refs,
  types: typesOf(types),
  slugs,
})
