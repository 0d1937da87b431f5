import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage, search } from '../../../operation/shapes.ts'
import { IgnorableType } from '../ignored-update.ts'
import { ignorableTypesOf } from '../ignored-update-entry.ts'
import { countSteps, ReleaseStep, releaseStep, StepCounts } from '../release-step.ts'
import { listItemsWithUpdates } from '../update-item-store.ts'

const listedVersions = 100

export const listUpdateItems = operation({
  name: 'list-update-items',
  summary:
    'List the items with pending updates: each new version of WordPress, a plugin or theme with the number of sites.',
  effect: 'read',
  permission: 'updates.read',
  tool: true,
  input: z.strictObject({
    type: z.array(z.enum(['all', 'wp', 'core', 'plugins', 'themes'])).default(['all']),
    search: search.describe('Part of the name or slug.'),
    vulnerable: z.boolean().default(false).describe('Only items with an open known vulnerability on a site.'),
    page,
    per_page: perPage(50, 200),
  }),
  output: paged(
    z.object({
      type: IgnorableType,
      slug: z.string(),
      name: z.string().describe('The most common name.'),
      new_version: z.string(),
      sites: z.int().describe('Sites with this pending update.'),
      vulnerable: z.int().describe('Sites with an open known vulnerability of the item.'),
      steps: StepCounts,
      current_versions: z
        .array(z.object({ version: z.string(), sites: z.int(), step: ReleaseStep }))
        .describe(`The installed versions, the most common first; at most ${listedVersions}.`),
    }),
  ),
}).does(async ({ type: typeNames, search, vulnerable, page, per_page }, { db, actor }) => {
  const filter = { types: ignorableTypesOf(typeNames), search, limits: actor.limits, vulnerable }
  const { rows, total } = await listItemsWithUpdates(db, filter, { page, perPage: per_page })
  const items = rows.map(({ type, new_version, current, ...row }) => ({
    type,
    new_version,
    ...row,
    steps: countSteps(
      current.map(({ version, sites }) => ({ type, current_version: version, new_version, updates: sites })),
    ),
    current_versions: current
      .slice(0, listedVersions)
      .map(({ version, sites }) => ({ version, sites, step: releaseStep(type, version, new_version) })),
  }))
  return { items, page, per_page, total }
})
