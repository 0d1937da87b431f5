import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readViews } from '../read-views.ts'
import { SavedView } from '../view.ts'

export const listViews = operation({
  name: 'list-views',
  summary: 'List saved filters of the sites table: yours and shared ones.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(SavedView), total: z.int() }),
}).does(async (_input, context) => {
  const items = await readViews(context)
  return { items, total: items.length }
})
