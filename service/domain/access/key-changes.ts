import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { isWithin } from './handing-out.ts'
import { type keyFields, readExpiry, readScopes } from './key.ts'
import { type KeyRow, listMadeKeys } from './key-store.ts'

/** The columns that an edit of a key changes: what the input names, and nothing else. */
export function readKeyChanges(input: z.output<z.ZodObject<typeof keyFields>>, now: Date) {
  const { description, active, site_ids, tag_ids } = input
  const scopes = readScopes(input)
  const expiresAt = readExpiry(input.expires_at, now)
  return {
    ...(description !== undefined && { description }),
    ...(active !== undefined && { active }),
    ...(scopes !== undefined && { scopes }),
    ...(site_ids !== undefined && { site_ids }),
    ...(tag_ids !== undefined && { tag_ids }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  }
}

/** Active keys that `key` made and that must stop, now that it is as it is: it is off, or they exceed it. */
export async function keysThatEndWith(db: Db, key: KeyRow): Promise<KeyRow[]> {
  const made = await listMadeKeys(db, key.id)
  return made.filter((child) => child.active && !(key.active && isWithin(child, key)))
}
