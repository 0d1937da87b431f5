import type { AccessContext } from './access-context.ts'
import { keyRefused } from './access-errors.ts'
import { keyActor } from './actors.ts'
import type { Identity } from './credential-cache.ts'
import { countKeyFailure } from './failure-limit.ts'
import { findUsableKey, type PresentedKey, touchKey } from './key-store.ts'

/** A key that is good is never held up by others' failures: it is looked up first, and only what is unknown counts. */
export async function identifyKey(context: AccessContext, hash: string, address: string): Promise<Identity> {
  const key = await findUsableKey(context.db, hash, context.clock.now())
  if (key) return identityOfKey(context, key)
  await countKeyFailure(context, address)
  throw keyRefused()
}

export function identityOfKey({ db, clock }: AccessContext, key: PresentedKey): Identity {
  // Not awaited: nobody waits for book-keeping, and a key is good even when it fails.
  touchKey(db, key.id, clock.now()).catch(() => {})
  return { actor: keyActor(key), userId: key.user_id, expiresAt: key.expires_at, csrfToken: null }
}
