import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { present } from '../../../platform/present.ts'
import { StepCounts } from '../release-step.ts'
import { countUpdatesByGroup } from '../update-count-store.ts'
import { Summary } from '../update-entry.ts'

export const listUpdatesByTag = operation({
  name: 'list-updates-by-tag',
  summary: 'Count the pending updates on the sites of each tag, the most first, without the ignored ones.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({ page, per_page: perPage(50, 100) }),
  output: paged(
    z.object({
      tag_id: z.int(),
      tag_name: z.string(),
      sites: z.int().describe('Sites with the tag and pending updates.'),
      summary: Summary,
      steps: StepCounts.describe('By update type (major, minor, patch), without translations.'),
    }),
  ),
}).does(async ({ page, per_page }, context) => {
  const { groups, total } = await countUpdatesByGroup(context, 'tag', { page, per_page })
  const items = groups.map(({ id, name, ...counts }) => ({
    tag_id: present(id, 'the id of the tag'),
    tag_name: present(name, 'the name of the tag'),
    ...counts,
  }))
  return { items, page, per_page, total }
})
