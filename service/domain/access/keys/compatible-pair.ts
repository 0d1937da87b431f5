import { type KeyObject, randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { insertPair } from './compatible-pair-store.ts'
import { keyedHash } from './hashing-key.ts'

/** What scripts of the established product send instead of a token. */
export interface CompatiblePair {
  consumer_key: string
  consumer_secret: string
}

/** 160 bits each, in their form. */
const newPair = (): CompatiblePair => ({
  consumer_key: `ck_${randomBytes(20).toString('hex')}`,
  consumer_secret: `cs_${randomBytes(20).toString('hex')}`,
})

export const hashOfPair = (hashing: KeyObject, { consumer_key, consumer_secret }: CompatiblePair): string =>
  keyedHash(hashing, 'compatible pair', `${consumer_key}:${consumer_secret}`)

/** Gives the key a pair and returns it; only its hash is stored. */
export async function createPair(db: Db, hashing: KeyObject, keyId: number, now: Date): Promise<CompatiblePair> {
  const pair = newPair()
  await insertPair(db, keyId, hashOfPair(hashing, pair), now)
  return pair
}
