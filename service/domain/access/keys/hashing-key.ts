import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { findOrCreateInstanceSecret } from '../../../platform/database/instance-secret-store.ts'

/** The same text has a different hash for each purpose, so that one credential cannot be used as another. */
type Purpose =
  | 'api key'
  | 'compatible pair'
  | 'application password'
  | 'session'
  | 'access token'
  | 'csrf token'
  | 'login'
  | 'credentials'
  | 'device'
  | 'invitation'
  | 'password reset'
  | 'recovery code'
  | 'passkey challenge'
  | 'sign-in challenge'
  | 'sign-in puzzle'
  | 'sso state'
  | 'sso browser'
  | 'sso nonce'
  | 'sso verifier'
  | 'hidden value'
  | 'key login'
  | 'key login code'

/** The key that hashes credentials. Created once per installation and stored sealed, so that a copy of the database is not enough. */
export async function readHashingKey(platform: Pick<Context, 'db' | 'secrets'>): Promise<KeyObject> {
  const create = () => randomBytes(32).toString('base64url')
  return createSecretKey(await findOrCreateInstanceSecret(platform, 'credential hashing key', create), 'base64url')
}

export function keyedHash(key: KeyObject, purpose: Purpose, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
}
