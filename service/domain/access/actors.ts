import { type Actor, type Limits, type Role, scopes } from '../../operation/actor.ts'
import type { PresentedKey } from './key-store.ts'

interface Person {
  userId: number
  login: string
  role: Role
  sessionId?: string
  /** They have a password that somebody else knows. */
  mustChangePassword?: boolean
}

export function personActor({ userId, login, role, sessionId, mustChangePassword = false }: Person): Actor {
  return {
    kind: 'user',
    name: login,
    userId,
    keyId: null,
    sessionId: sessionId ?? null,
    role,
    mustChangePassword,
    scopes,
    limits: null,
    address: null,
  }
}

export function keyActor(key: PresentedKey): Actor {
  return {
    kind: 'key',
    name: `${key.login} (key ${key.id}${key.description === '' ? '' : `, ${key.description}`})`,
    userId: key.user_id,
    keyId: key.id,
    sessionId: null,
    role: key.role,
    scopes: key.scopes,
    limits: limitsOf(key),
    address: null,
  }
}

function limitsOf({ site_ids, tag_ids }: PresentedKey): Limits | null {
  if (site_ids === null && tag_ids === null) return null
  return { sites: site_ids ?? [], tags: tag_ids ?? [] }
}
