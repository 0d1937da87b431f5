import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import { type FoundSites, findNamedSites } from './find-site.ts'
import { chooseSites, planForFound } from './many-sites.ts'
import { requireReferences } from './reference-store.ts'
import type { SiteRef } from './site.ts'
import type { TableFilter } from './table-filter.ts'
import { fetchFiltered } from './table-filter-store.ts'

type Looking = Pick<Context, 'db' | 'actor'>

interface Wanted {
  site_ids_or_domains: readonly SiteRef[]
  filter?: TableFilter | undefined
  exclude: readonly SiteRef[]
}

interface WantedTags {
  add: number[]
  remove: number[]
}

/** Sites by name, or by what the table shows under a filter. */
export async function chooseTagged(context: Looking, wanted: Wanted): Promise<FoundSites> {
  const { site_ids_or_domains: refs, filter, exclude } = wanted
  if (filter === undefined) {
    if (refs.length === 0) throw invalidInput({ site_ids_or_domains: 'names no sites; name some, or give a filter' })
    return chooseSites(context, { refs, exclude })
  }
  if (refs.length > 0)
    throw invalidInput({ filter: 'and site_ids_or_domains both choose sites; give only one of them' })
  const sites = await fetchFiltered(context.db, filter, context.actor.limits)
  const { namedAs: left } = await findNamedSites(context, exclude)
  return { sites: sites.filter(({ id }) => !left.has(id)), namedAs: new Map(), errors: [] }
}

export async function planTagging(context: Looking, wanted: Wanted & WantedTags): Promise<Plan> {
  await requireReferences(context.db, { tagIds: tagsIn(wanted) }, context.actor)
  return planForFound(await chooseTagged(context, wanted))
}

export function tagsIn({ add, remove }: WantedTags): number[] {
  if (add.length + remove.length === 0) throw invalidInput({ add: 'name tags to add, or tags to remove' })
  const both = add.filter((id) => remove.includes(id))
  if (both.length > 0) throw invalidInput({ remove: `and add both name the tags ${both.join(', ')}` })
  return [...add, ...remove]
}
