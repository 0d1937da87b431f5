import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage, search } from '../../../operation/shapes.ts'
import { listInventory as listRows } from '../inventory-store.ts'
import { SoftwareKind } from '../software.ts'

const VersionCount = z.object({ version: z.string(), sites: z.int(), active: z.int() })

export const listInventory = operation({
  name: 'list-inventory',
  summary: 'List every plugin or theme of the fleet with the number of sites that have it, in all and by version.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({
    type: SoftwareKind.default('plugin'),
    search: search.describe('Part of the name or slug.'),
    page,
    per_page: perPage(50, 100),
    orderby: z.enum(['sites', 'slug']).default('sites'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: paged(
    z.object({
      type: SoftwareKind,
      slug: z.string(),
      name: z.string().describe('As most sites call it.'),
      sites: z.int(),
      active: z.int().describe('On how many of them it is active.'),
      versions: z.array(VersionCount).describe('The commonest first; at most 100.'),
    }),
  ),
}).does(async ({ type, search, page, per_page, orderby, order }, { db, actor }) => {
  const filter = { kind: type, search, limits: actor.limits }
  const { rows, total } = await listRows(db, filter, { page, perPage: per_page, orderBy: orderby, order })
  return { items: rows.map((row) => ({ type, ...row })), page, per_page, total }
})
