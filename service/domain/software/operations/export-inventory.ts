import { z } from 'zod'
import { exportFormats, exportRows } from '../../../operation/export-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { inventoryPages } from '../inventory-store.ts'
import { SoftwareKind } from '../software.ts'

const columns = [
  'site_id',
  'site_name',
  'site_url',
  'client',
  'type',
  'slug',
  'name',
  'version',
  'active',
  'update_version',
]

export const exportInventory = operation({
  name: 'export-inventory',
  summary: 'Export every plugin and theme of every site, one line each, as CSV or JSON lines.',
  effect: 'read',
  permission: 'software.read',
  heavy: true,
  input: z.strictObject({
    type: SoftwareKind.optional().describe('Only plugins, or only themes.'),
    format: z.enum(exportFormats).default('csv'),
  }),
  output: z.unknown(),
  answers: ['file'],
}).does(async ({ type = null, format }, { db, actor }) =>
  exportRows({ name: 'inventory', format, columns, pages: inventoryPages(db, { kind: type, limits: actor.limits }) }),
)
