import { z } from 'zod'
import { idList, search } from '../../operation/shapes.ts'
import { StatusFilter } from './site.ts'

/** What the table of sites is filtered by; bulk actions take the same, so that people act on what they see. */
export const tableFilterFields = {
  status: StatusFilter.default('any'),
  search,
  client_id: z.int().min(1).optional(),
  without_client: z.boolean().default(false),
  tag_ids: z.array(z.int().min(1)).max(1_000).default([]).describe('Sites that carry one of these tags.'),
  has_updates: z.boolean().optional(),
  sync_failed: z.boolean().optional(),
  wp_version: z.string().min(1).max(60).optional(),
  php_version: z.string().min(1).max(60).optional(),
  security_issue: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Sites on which the last sync saw this issue, by its type as get-overview names it; any: one at least.'),
  include: idList,
  exclude: idList,
}

export const TableFilter = z.strictObject(tableFilterFields)
export type TableFilter = z.output<typeof TableFilter>
