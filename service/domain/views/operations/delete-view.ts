import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { requireEditableView } from '../read-views.ts'
import { type ViewRow, viewInUse } from '../view.ts'
import { deleteViewRow, hasPolicy } from '../view-store.ts'

export const deleteView = operation({
  name: 'delete-view',
  summary: 'Delete a view that you saved, or as an administrator one whose owner was deleted. Sites are not changed.',
  effect: 'destroy',
  stepUp: false,
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({ view_id: z.int().min(1) }),
  output: z.object({ deleted: z.literal(true), view_id: z.int(), name: z.string() }),
})
  .plans(async ({ view_id }, context) => {
    const { id, name } = await requireUnusedView(context, view_id)
    return { view_id, would_affect: [{ id, name }] }
  })
  .does(async ({ view_id }, context) => {
    const { name } = await requireUnusedView(context, view_id)
    await deleteViewRow(context.db, view_id)
    return { deleted: true, view_id, name }
  })

async function requireUnusedView(context: Context, id: number): Promise<ViewRow> {
  const view = await requireEditableView(context, id)
  if (await hasPolicy(context.db, id)) throw viewInUse(view.name)
  return view
}
