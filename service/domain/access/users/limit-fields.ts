import { z } from 'zod'
import type { LimitColumns } from '../../../operation/limits.ts'

/** An empty list is refused: a script with an empty list by mistake must not create an unlimited user or key. */
const limit = z.array(z.int().min(1)).min(1).max(10_000).nullable().optional()

/** The limits of a user or a key. With several lists: what one of them includes. */
export const limitFields = {
  site_ids: limit.describe('Only these sites; null for no limit.'),
  tag_ids: limit.describe('Only sites with one of these tags; null for no limit.'),
  client_ids: limit.describe('Only sites of one of these clients; null for no limit.'),
}

/** The columns that an edit changes. */
export function readLimitChanges(input: z.output<z.ZodObject<typeof limitFields>>): Partial<LimitColumns> {
  const { site_ids, tag_ids, client_ids } = input
  return {
    ...(site_ids !== undefined && { site_ids }),
    ...(tag_ids !== undefined && { tag_ids }),
    ...(client_ids !== undefined && { client_ids }),
  }
}
