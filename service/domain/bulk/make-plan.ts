import { z } from 'zod'
import type { BulkAction, BulkSite, LeftOutItem, LeftOutSite } from '../../operation/bulk-action.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { chooseSites, type SiteFilter, type SiteRefs, siteChoiceFields } from '../sites/index.ts'
import { requireView } from '../views/index.ts'
import { bulkActionNames, readActionOptions, requireAction, splitSites } from './bulk-actions.ts'
import type { LeftOutRow } from './bulk-plan-store.ts'

/** As many as a call may name. */
const maxSites = 100_000
/** Left-out sites that a plan keeps for the record of its job. */
const maxLeftOut = 1_000

export const planInput = z.strictObject({
  action: z.enum(bulkActionNames),
  ...siteChoiceFields,
  view_id: z.int().min(1).optional().describe('Instead: all sites of this view.'),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('What the action needs, such as slugs of plugins or the id of a client.'),
})

interface PlanInput {
  action: string
  site_ids_or_domains: z.output<typeof SiteRefs>
  filter?: z.output<typeof SiteFilter> | undefined
  all_sites: boolean
  view_id?: number | undefined
  options: Record<string, unknown>
}

interface MadePlan {
  action: BulkAction
  options: Record<string, unknown>
  /** In the order of the choice. */
  sites: BulkSite[]
  /** The first thousand. */
  leftOut: LeftOutRow[]
  leftOutCount: number
  leftOutItems: LeftOutItem[]
  warnings: string[]
}

/** Which sites an action would change now, within the limits of the caller. */
export async function makePlan(context: Context, input: PlanInput): Promise<MadePlan> {
  const action = requireAction(input.action, context.actor)
  const options = readActionOptions(action, input.options)
  const found = await chooseSites(context, await withFilterOfView(context, input))
  if (found.sites.length > maxSites)
    throw invalidInput({ filter: `matches ${found.sites.length} sites; a plan has at most ${maxSites}` })
  const { ready, leftOut, leftOutItems = [], warnings = [] } = await splitSites(context, action, found.sites, options)
  return {
    action,
    options,
    sites: ready,
    leftOut: leftOut.slice(0, maxLeftOut).map(toLeftOutRow),
    leftOutCount: leftOut.length,
    leftOutItems: leftOutItems.slice(0, maxLeftOut),
    warnings: [...found.errors.map(({ message }) => message), ...warnings],
  }
}

async function withFilterOfView(context: Context, input: PlanInput): Promise<PlanInput> {
  const { view_id, filter, all_sites, site_ids_or_domains } = input
  if (view_id === undefined) return input
  if (filter || all_sites || site_ids_or_domains.length > 0)
    throw invalidInput({ view_id: 'selects sites itself; send no other selection with it' })
  return { ...input, filter: (await requireView(context, view_id)).filter }
}

const toLeftOutRow = ({ site, code, message }: LeftOutSite): LeftOutRow => ({
  site_id: site.id,
  site_url: site.url,
  site_name: site.name,
  code,
  message,
})
