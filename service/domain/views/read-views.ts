import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { conditionRules, listFilteredSites, type SiteFilter } from '../sites/index.ts'
import { filterOfView, isEditable, isLasting, toView, type ViewRow, viewNotFound } from './view.ts'
import { findReadableView, listReadableViews, listViewFilters, type ViewReader } from './view-store.ts'

/** A limited key has no views: its owner may see more than the key, so that the names and filters of the owner's may name other clients. */
export const readerOf = ({ kind, userId, limits }: Actor): ViewReader => ({
  userId: kind === 'key' && limits !== null ? null : userId,
  isLimited: limits !== null,
})

export async function readViews({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  const rows = await listReadableViews(db, readerOf(actor))
  return rows.map((row) => toView(row, actor))
}

/** The name of a view, and its sites as a filter. */
export async function requireView(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
): Promise<{ name: string; filter: SiteFilter }> {
  const view = await findReadableView(db, id, readerOf(actor))
  if (!view) throw viewNotFound(id)
  return { name: view.name, filter: filterOfView(view.filters) }
}

/** The view, if the caller may change it. */
export async function requireEditableView({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<ViewRow> {
  const view = await findReadableView(db, id, readerOf(actor))
  if (!view || !isEditable(view, actor)) throw viewNotFound(id)
  return view
}

/** The view as target of a policy: shared, and with filters that last. */
export async function requireTargetView({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<void> {
  const view = await findReadableView(db, id, readerOf(actor))
  if (!view) throw viewNotFound(id)
  if (!view.shared) throw invalidInput({ view_id: `is private; share the view “${view.name}” first` })
  if (!isLasting(view.filters))
    throw invalidInput({ view_id: `has the momentary filter ${view.filters.attention}; select a view without it` })
}

/** The sites of each view, of all sites or of the given ones. For work of the service: without limits. */
export async function listSitesOfViews(
  { db, settings, clock }: Pick<Context, 'db' | 'settings' | 'clock'>,
  viewIds: readonly number[],
  siteIds: readonly number[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  for (const { id, filters } of viewIds.length === 0 ? [] : await listViewFilters(db, viewIds)) {
    const filter = { ...filterOfView(filters), include: [...siteIds] }
    const sites = await listFilteredSites(db, filter, null, conditionRules({ settings, clock }))
    found.set(
      id,
      sites.map((site) => site.id),
    )
  }
  return found
}
