import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findOrCreateInstanceSecret } from '../../../platform/database/instance-secret-store.ts'

/** The same text has a different hash for each purpose, so that one credential cannot be used as another. */
type Purpose = 'api key' | 'application password' | 'session' | 'csrf token' | 'login' | 'credentials' | 'device'

const keys = new WeakMap<Database, Promise<KeyObject>>()

/** The key that hashes credentials. Created once per installation and stored sealed, so that a copy of the database is not enough. */
export function hashingKey({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<KeyObject> {
  const known = keys.get(db)
  if (known) return known
  const reading = findOrCreateInstanceSecret({ db, secrets }, 'credential hashing key', () =>
    randomBytes(32).toString('base64url'),
  )
  const key = reading.then((text) => createSecretKey(text, 'base64url'))
  keys.set(db, key)
  // A failed query must not be cached.
  key.catch(() => keys.delete(db))
  return key
}

export function keyedHash(key: KeyObject, purpose: Purpose, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
}
