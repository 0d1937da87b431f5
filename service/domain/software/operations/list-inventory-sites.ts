import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { compareVersions } from '../../../platform/connector/reading/versions.ts'
import { countItemVersions, listInventorySiteRows } from '../inventory-store.ts'
import { SoftwareKind } from '../software.ts'

export const listInventorySites = operation({
  name: 'list-inventory-sites',
  summary: 'List the sites that have a plugin or theme, in any version or one: newest version first, or by name.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({
    type: SoftwareKind.default('plugin'),
    slug: z.string().min(1).max(200),
    version: z.string().max(60).optional(),
    active: z.boolean().optional().describe('Only sites on which it is active, or inactive.'),
    page,
    per_page: perPage(50, 100),
    orderby: z
      .enum(['version', 'name'])
      .default('version')
      .describe('Sites with the same version are sorted by address.'),
    order: z.enum(['asc', 'desc']).optional().describe('Default: desc for version, asc for name.'),
  }),
  output: paged(
    z.object({
      site_id: z.int(),
      site_url: z.string(),
      site_name: z.string(),
      name: z.string(),
      version: z.string(),
      active: z.boolean(),
      update_version: z.string().nullable(),
    }),
  ).extend({ versions: z.array(z.object({ version: z.string(), sites: z.int(), active: z.int() })) }),
}).does(async ({ type, slug, version = null, active = null, page, per_page, orderby, order }, { db, actor }) => {
  const filter = { kind: type, slug, version, active, limits: actor.limits }
  const versions = await countItemVersions(db, filter)
  versions.sort((one, other) => compareVersions(other.version, one.version))
  const total = versions.reduce((sum, { sites }) => sum + sites, 0)
  const names = versions.map((each) => each.version)
  const descends = order === undefined ? orderby === 'version' : order === 'desc'
  const items = await listInventorySiteRows(db, filter, names, { page, perPage: per_page, orderBy: orderby, descends })
  return { items, page, per_page, total, versions: versions.slice(0, 100) }
})
