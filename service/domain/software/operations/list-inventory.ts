import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage, search } from '../../../operation/shapes.ts'
import { compareVersions } from '../../../platform/connector/reading/versions.ts'
import { abandonedUntil } from '../abandoned.ts'
import { type InventoryRow, listInventoryRows } from '../inventory-store.ts'
import { SoftwareKind } from '../software.ts'

const VersionCount = z.object({ version: z.string(), sites: z.int(), active: z.int() })

export const listInventory = operation({
  name: 'list-inventory',
  summary: 'List every plugin or theme of the fleet with the number of its sites, in total and by version.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({
    type: SoftwareKind.default('plugin'),
    search: search.describe('Part of the name or slug.'),
    abandoned: z.boolean().default(false).describe('Only items without a release for two years or more.'),
    vulnerable: z.boolean().default(false).describe('Only items with an open known vulnerability on a site.'),
    page,
    per_page: perPage(50, 100),
    orderby: z.enum(['sites', 'slug']).default('sites'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: paged(
    z.object({
      type: SoftwareKind,
      slug: z.string(),
      name: z.string().describe('The most common name.'),
      sites: z.int(),
      active: z.int().describe('Sites on which it is active.'),
      versions: z.array(VersionCount).describe('The most common first; at most 100.'),
      latest_version: z.string().nullable().describe('The newest version that is installed or available on a site.'),
      updates: z.int().describe('Sites with a pending update.'),
      vulnerable: z.int().describe('Sites with an open known vulnerability of it.'),
      abandoned: z.boolean(),
      last_updated: z
        .string()
        .nullable()
        .describe('Day of the newest release; known only for items without recent releases.'),
    }),
  ),
}).does(async ({ type, search, abandoned, vulnerable, page, per_page, orderby, order }, { db, actor, clock }) => {
  const until = abandonedUntil(clock.now())
  const filter = { kind: type, search, limits: actor.limits, until: abandoned ? until : undefined, vulnerable }
  const { rows, total } = await listInventoryRows(db, filter, { page, perPage: per_page, orderBy: orderby, order })
  const items = rows.map(({ offers, ...row }) => ({
    type,
    ...row,
    latest_version: newest([...row.versions, ...(offers ?? [])]),
    updates: (offers ?? []).reduce((sum, { sites }) => sum + sites, 0),
    abandoned: row.last_updated !== null && row.last_updated <= until,
  }))
  return { items, page, per_page, total }
})

const newest = (versions: Pick<InventoryRow['versions'][number], 'version'>[]): string | null =>
  versions
    .map(({ version }) => version)
    .filter((version) => version !== '')
    .sort(compareVersions)
    .at(-1) ?? null
