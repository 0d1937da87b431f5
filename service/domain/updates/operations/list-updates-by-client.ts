import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { StepCounts } from '../release-step.ts'
import { countUpdatesByGroup } from '../update-count-store.ts'
import { Summary } from '../update-entry.ts'

export const listUpdatesByClient = operation({
  name: 'list-updates-by-client',
  summary: 'Count the pending updates of each client, the most first, without the ignored ones.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({ page, per_page: perPage(50, 100) }),
  output: paged(
    z.object({
      client_id: z.int().nullable().describe('null: sites without a client.'),
      client_name: z.string().nullable(),
      sites: z.int().describe('Sites of the client with pending updates.'),
      summary: Summary,
      steps: StepCounts.describe('By update type (major, minor, patch), without translations.'),
    }),
  ),
}).does(async ({ page, per_page }, context) => {
  const { groups, total } = await countUpdatesByGroup(context, 'client', { page, per_page })
  const items = groups.map(({ id, name, ...counts }) => ({ client_id: id, client_name: name, ...counts }))
  return { items, page, per_page, total }
})
