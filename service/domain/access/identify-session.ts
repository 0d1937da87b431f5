import type { AccessContext } from './access-context.ts'
import { sessionEnded } from './access-errors.ts'
import { personActor } from './actors.ts'
import type { Identity } from './credential-cache.ts'
import { hashingKey } from './hashing-key.ts'
import { csrfTokenOf, idleSince } from './session.ts'
import { findUsableSession, touchSession } from './session-store.ts'

export async function identifySession(context: AccessContext, hash: string): Promise<Identity> {
  const { db, clock } = context
  const now = clock.now()
  const session = await findUsableSession(db, hash, now, idleSince(now))
  if (!session) throw sessionEnded()
  touchSession(db, session.id, now).catch(() => {})
  return {
    actor: personActor({
      userId: session.user_id,
      login: session.login,
      role: session.role,
      sessionId: session.id,
      mustChangePassword: session.must_change_password,
    }),
    userId: session.user_id,
    expiresAt: session.expires_at,
    csrfToken: csrfTokenOf(await hashingKey(context), session.id),
  }
}
