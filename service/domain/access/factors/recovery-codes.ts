import type { KeyObject } from 'node:crypto'
import { keyedHash } from '../keys/hashing-key.ts'
import { newRecoveryCode, readRecoveryCode } from '../passwords/random-text.ts'

const codesPerUser = 10

export interface NewRecoveryCodes {
  /** Shown once. */
  codes: string[]
  hashes: string[]
}

export function createRecoveryCodes(key: KeyObject, userId: number): NewRecoveryCodes {
  const codes = Array.from({ length: codesPerUser }, newRecoveryCode)
  return { codes, hashes: codes.flatMap((code) => hashRecoveryCode(key, userId, code) ?? []) }
}

/** Null if the text cannot be a recovery code. */
export function hashRecoveryCode(key: KeyObject, userId: number, text: string): string | null {
  const bare = readRecoveryCode(text)
  return bare === null ? null : keyedHash(key, 'recovery code', `${userId} ${bare}`)
}
