import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import type { SiteFilter } from '../sites/index.ts'
import { filterOfView, isEditable, toView, type ViewRow, viewNotFound } from './view.ts'
import { findReadableView, listReadableViews, type ViewReader } from './view-store.ts'

export const readerOf = ({ userId, limits }: Actor): ViewReader => ({ userId, isLimited: limits !== null })

export async function readViews({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  const rows = await listReadableViews(db, readerOf(actor))
  return rows.map((row) => toView(row, actor))
}

/** The sites of a view, as a filter. */
export async function requireViewFilter({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<SiteFilter> {
  const view = await findReadableView(db, id, readerOf(actor))
  if (!view) throw viewNotFound(id)
  return filterOfView(view.filters)
}

/** The view, if the caller may change it. */
export async function requireEditableView({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<ViewRow> {
  const view = await findReadableView(db, id, readerOf(actor))
  if (!view || !isEditable(view, actor)) throw viewNotFound(id)
  return view
}
