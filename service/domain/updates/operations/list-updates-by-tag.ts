import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { StepCounts } from '../step-counts.ts'
import { Summary } from '../update-entry.ts'
import { updatesByGroup } from '../updates-by-group.ts'

export const listUpdatesByTag = operation({
  name: 'list-updates-by-tag',
  summary: 'Count the updates that wait on the sites of each tag, the most first, without the ignored ones.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({ page, per_page: perPage(50, 100) }),
  output: paged(
    z.object({
      tag_id: z.int(),
      tag_name: z.string(),
      sites: z.int().describe('How many of its sites wait for something.'),
      summary: Summary,
      steps: StepCounts.describe('How far they go, translations left out.'),
    }),
  ),
}).does(async ({ page, per_page }, context) => {
  const { groups, total } = await updatesByGroup(context, 'tag', { page, per_page })
  const items = groups.map(({ id, name, ...counts }) => ({ tag_id: id!, tag_name: name!, ...counts }))
  return { items, page, per_page, total }
})
