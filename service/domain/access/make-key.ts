import type { KeyObject } from 'node:crypto'
import type { Scope } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { keyedHash } from './hashing-key.ts'
import { insertKey, type KeyRow } from './key-store.ts'
import { newApiKey } from './random-text.ts'

export interface WantedKey {
  userId: number
  description: string
  scopes: Scope[]
  active?: boolean
  siteIds?: number[] | null
  tagIds?: number[] | null
  expiresAt?: Date | null
  madeByUserId?: number | null
  madeByKeyId?: number | null
}

/** The token is given back once and stored as a hash only. */
export async function makeKey(
  db: Db,
  hashing: KeyObject,
  wanted: WantedKey,
  now: Date,
): Promise<{ token: string; key: KeyRow }> {
  const { token, row } = newKey(hashing, wanted, now)
  return { token, key: await insertKey(db, row) }
}

/** A token nobody has yet, and the row that knows it. */
export function newKey(hashing: KeyObject, wanted: WantedKey, now: Date) {
  const token = newApiKey()
  const row = {
    user_id: wanted.userId,
    description: wanted.description,
    ...storedForm(hashing, token),
    scopes: wanted.scopes,
    site_ids: wanted.siteIds ?? null,
    tag_ids: wanted.tagIds ?? null,
    active: wanted.active ?? true,
    expires_at: wanted.expiresAt ?? null,
    made_by_user_id: wanted.madeByUserId ?? null,
    made_by_key_id: wanted.madeByKeyId ?? null,
    created_at: now,
  }
  return { token, row }
}

/** The last characters are enough to recognise a key by and far too few to guess it from. */
export const storedForm = (hashing: KeyObject, token: string) => ({
  hash: keyedHash(hashing, 'api key', token),
  truncated_key: token.slice(-7),
})
