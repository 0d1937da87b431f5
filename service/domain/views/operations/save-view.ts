import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { present } from '../../../platform/present.ts'
import { readerOf, requireEditableView } from '../read-views.ts'
import {
  isLasting,
  SavedView,
  toView,
  ViewColumns,
  ViewFilters,
  ViewName,
  ViewSort,
  viewInUse,
  viewNameTaken,
} from '../view.ts'
import {
  countOwnViews,
  findOwnViewByName,
  findReadableView,
  hasPolicy,
  insertView,
  maxViews,
  updateView,
} from '../view-store.ts'

export const saveView = operation({
  name: 'save-view',
  summary:
    'Save filters, order and columns of the sites table under a name, for you or for all users. With view_id: replace yours.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({
    view_id: z.int().min(1).optional(),
    name: ViewName,
    shared: z.boolean().default(false),
    filters: ViewFilters.default({}),
    sort: ViewSort.default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    columns: ViewColumns.default(null).describe('Null: the columns that the reader has selected.'),
  }),
  output: SavedView,
})
  .plans(async ({ view_id, name, shared, filters }, context) => {
    await requireFreeName(context, name, view_id)
    await requireUsable(context, view_id, { name, shared, filters })
    return { would_affect: [{ name, shared, filters }] }
  })
  .does(async ({ view_id, order, ...values }, context) => {
    const { db, actor, clock } = context
    const user_id = await requireFreeName(context, values.name, view_id)
    await requireUsable(context, view_id, values)
    const row = { ...values, sort_order: order, user_id }
    const now = clock.now()
    if (view_id !== undefined) await updateView(db, view_id, row, now)
    const id = view_id ?? (await insertView(db, row, now))
    if (id === undefined) throw viewNameTaken(values.name)
    return toView(present(await findReadableView(db, id, readerOf(actor)), 'the saved view'), actor)
  })

/** The id of the user, who may save a view of this name. */
async function requireFreeName(context: Context, name: string, viewId: number | undefined): Promise<number> {
  const { db, actor } = context
  const userId = requireUserId(actor)
  if (viewId !== undefined) await requireEditableView(context, viewId)
  const same = await findOwnViewByName(db, userId, name)
  if (same && same.id !== viewId) throw viewNameTaken(name)
  if (viewId === undefined && (await countOwnViews(db, userId)) >= maxViews)
    throw invalidInput({ name: `cannot be saved: you have ${maxViews} views; delete one first` })
  return userId
}

/** A policy applies to the sites of the view: its owner alone must not change which sites these are. */
async function requireUsable(
  { db, actor }: Context,
  viewId: number | undefined,
  { name, shared, filters }: { name: string; shared: boolean; filters: ViewFilters },
): Promise<void> {
  if (viewId === undefined || !(await hasPolicy(db, viewId))) return
  const mayChangePolicies = hasPermission(actor, 'updates.manage') && actor.limits === null
  if (!shared || !isLasting(filters) || !mayChangePolicies) throw viewInUse(name)
}
