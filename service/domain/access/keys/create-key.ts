import type { KeyObject } from 'node:crypto'
import { type Scope, scopes, type Tier } from '../../../operation/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newApiKey } from '../passwords/random-text.ts'
import { keyedHash } from './hashing-key.ts'
import { deleteKeyRow, findEnvironmentKeys, insertKey, type KeyRow, limitsToStore, updateKeyRow } from './key-store.ts'

export interface KeyInput {
  userId: number
  description: string
  scopes: Scope[]
  active?: boolean
  siteIds?: number[] | null
  tagIds?: number[] | null
  clientIds?: number[] | null
  changeTier?: Tier
  destroyTier?: Tier
  expiresAt?: Date | null
  madeByUserId?: number | null
  madeByKeyId?: number | null
}

/** Returns the token; only its hash is stored. */
export async function createKey(
  db: Db,
  hashing: KeyObject,
  input: KeyInput,
  now: Date,
): Promise<{ token: string; key: KeyRow }> {
  const { token, row } = buildKey(hashing, input, now)
  return { token, key: await insertKey(db, row) }
}

/** A new token and its row. */
export function buildKey(hashing: KeyObject, input: KeyInput, now: Date) {
  const token = newApiKey()
  const row = {
    user_id: input.userId,
    description: input.description,
    ...hashedColumns(hashing, token),
    scopes: input.scopes,
    ...limitsToStore({
      site_ids: input.siteIds ?? null,
      tag_ids: input.tagIds ?? null,
      client_ids: input.clientIds ?? null,
    }),
    active: input.active ?? true,
    change_tier: input.changeTier ?? 'automatic',
    destroy_tier: input.destroyTier ?? 'automatic',
    expires_at: input.expiresAt ?? null,
    made_by_user_id: input.madeByUserId ?? null,
    made_by_key_id: input.madeByKeyId ?? null,
    created_at: now,
  }
  return { token, row }
}

/** The last characters identify a key for people; they are too few to guess it. */
export const hashedColumns = (hashing: KeyObject, token: string) => ({
  hash: keyedHash(hashing, 'api key', token),
  truncated_key: token.slice(-7),
})

const withoutApprovals = { change_tier: 'automatic', destroy_tier: 'automatic' } as const

/** Makes the value of API_KEY an unlimited key and deletes the key of an earlier value. */
export async function applyEnvironmentKey(
  trx: Db,
  hashing: KeyObject,
  userId: number,
  text: string,
  now: Date,
): Promise<void> {
  const stored = hashedColumns(hashing, text)
  const unlimited = {
    user_id: userId,
    scopes: [...scopes],
    site_ids: null,
    tag_ids: null,
    client_ids: null,
    active: true,
    ...withoutApprovals,
    expires_at: null,
  }
  const existing = await findEnvironmentKeys(trx, stored.hash)
  const same = existing.find(({ hash }) => hash === stored.hash)
  for (const { id } of existing) if (id !== same?.id) await deleteKeyRow(trx, id)
  if (same) await updateKeyRow(trx, same.id, { ...unlimited, from_environment: true })
  else {
    const description = 'API_KEY of the environment'
    await insertKey(trx, { ...unlimited, ...stored, description, from_environment: true, created_at: now })
  }
}
