import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { keepInstanceSecret } from '../../platform/database/instance-secret-store.ts'

/** What a hash is for: the same text hashes differently for each, so that none can stand in for another. */
type Purpose = 'api key' | 'application password' | 'session' | 'csrf token' | 'login' | 'credentials' | 'device'

const keys = new WeakMap<Database, Promise<KeyObject>>()

/** The key that hashes credentials: made once per installation and kept sealed, so that the database alone opens nothing. */
export function hashingKey({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<KeyObject> {
  const known = keys.get(db)
  if (known) return known
  const reading = keepInstanceSecret({ db, secrets }, 'credential hashing key', () =>
    randomBytes(32).toString('base64url'),
  )
  const key = reading.then((text) => createSecretKey(text, 'base64url'))
  keys.set(db, key)
  // A database that was away for a moment must not be remembered as a failure.
  key.catch(() => keys.delete(db))
  return key
}

export function keyedHash(key: KeyObject, purpose: Purpose, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
}
