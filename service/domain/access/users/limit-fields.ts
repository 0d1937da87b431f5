import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import type { LimitColumns } from '../../../operation/limits.ts'
import type { Db } from '../../../platform/database/database.ts'
import { findHighestId } from '../../../platform/database/reserve-ids.ts'

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

const limitTables = { site_ids: 'sites', tag_ids: 'tags', client_ids: 'clients' } as const

/**
 * Throws if limits name an id that was never used: the next site, tag or client with it would be within the limits. Ids of
 * deleted ones are allowed, because they are never used again.
 */
export async function requireUsedIds(db: Db, limits: Partial<LimitColumns>): Promise<void> {
  for (const field of ['site_ids', 'tag_ids', 'client_ids'] as const) {
    const ids = limits[field] ?? []
    if (ids.length === 0) continue
    const highest = await findHighestId(db, limitTables[field])
    const unused = ids.filter((id) => id > highest)
    if (unused.length > 0)
      throw invalidInput({ [field]: `names ${limitTables[field]} that do not exist: ${unused.slice(0, 5).join(', ')}` })
  }
}
