import type { Actor } from '../../operation/actor.ts'
import type { AccessContext } from './access-context.ts'
import { keyActor, personActor } from './actors.ts'
import { findUsableKeyById } from './key-store.ts'
import { findActiveUser } from './user-store.ts'

/**
 * The actor of work that was stored earlier, with the rights of now. null: the user or key is gone, blocked, expired, or
 * has to change a password that another person knows. The service itself stays as it is.
 */
export async function currentActor(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  stored: Actor,
): Promise<Actor | null> {
  const { kind, userId, keyId, sessionId, address } = stored
  if (kind === 'system') return stored
  if (kind === 'key') {
    const key = keyId === null ? undefined : await findUsableKeyById(db, keyId, clock.now())
    return key ? { ...keyActor(key), address } : null
  }
  const user = userId === null ? undefined : await findActiveUser(db, userId)
  if (!user || user.must_change_password) return null
  return { ...personActor({ ...user, userId: user.id }), sessionId, address }
}
