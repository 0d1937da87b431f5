import type { InputOf } from '../../../contract/client.ts'
import type { Selection } from '../ui/table/selection.ts'

type PlanInput = InputOf<'plan-bulk-action'>
export type SiteFilter = NonNullable<PlanInput['filter']>
/** Named sites, all that match a filter or are in a view, or all. */
export type SiteChoice = Pick<PlanInput, 'site_ids_or_domains' | 'filter' | 'view_id' | 'all_sites'>

/** The selected sites as input: a filter instead of its thousands of sites. */
export function choiceOf({ ids, allExcept }: Selection, filter: SiteFilter): SiteChoice {
  if (!allExcept) return { site_ids_or_domains: [...ids] }
  const exclude = [...allExcept].map(Number)
  const whole = { ...filter, ...(exclude.length > 0 && { exclude }) }
  return Object.keys(whole).length === 0 ? { all_sites: true } : { filter: whole }
}
