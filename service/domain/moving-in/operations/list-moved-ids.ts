import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { listIdRows } from '../import/moved-ids-store.ts'

const Kind = z.enum(['site', 'client', 'tag', 'cost'])

export const listMovedIds = operation({
  name: 'list-moved-ids',
  summary:
    'List which id each imported site, client, tag and cost had in the other dashboard and has here: scripts must use the new ids where they differ.',
  effect: 'read',
  permission: 'move-in.manage',
  input: z.strictObject({
    source: z.string().max(500).optional().describe('The address of the other dashboard.'),
    kind: Kind.optional(),
    kept: z.boolean().optional().describe('true: only rows that kept their id. false: only rows with a new one.'),
    page,
    per_page: perPage(50, 1000),
  }),
  output: z.object({
    ids: z.array(
      z.object({
        source: z.string(),
        kind: Kind,
        old_id: z.int(),
        new_id: z.int(),
        name: z.string().nullable().describe('null: it was deleted in Flotilla.'),
        kept: z.boolean(),
      }),
    ),
    kept: z.int(),
    changed: z.int(),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ source, kind, kept, page, per_page }, { db }) => {
  const found = await listIdRows(db, { source, kind, kept }, { page, perPage: per_page })
  const total = kept === undefined ? found.kept + found.changed : kept ? found.kept : found.changed
  return { ids: found.rows, kept: found.kept, changed: found.changed, page, per_page, total }
})
