import { permissionDenied } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Permission, Role } from './permissions.ts'

export { type Role, roles } from './permissions.ts'

/** `custom`: the permissions are those of a role that administrators defined. */
export type ActorRole = Role | 'custom'

export const scopes = ['read', 'write', 'delete'] as const
/** What happens with a change of a credential: it runs, a person must approve it first, or it is refused. From the loosest to the strictest. */
export const tiers = ['automatic', 'ask', 'never'] as const
export type Tier = (typeof tiers)[number]

/** `metrics` allows reading /metrics and nothing else. */
export const keyScopes = [...scopes, 'metrics'] as const
export type Scope = (typeof keyScopes)[number]

/** The caller, as the surface authenticated it. */
export interface Actor {
  kind: 'user' | 'key' | 'system' | 'nobody'
  /** Name shown in the audit trail. */
  name: string
  userId: number | null
  keyId: number | null
  /** The dashboard session of the call, if any. */
  sessionId: string | null
  role: ActorRole
  /** With the role `custom`: all permissions of the caller. */
  permissions?: readonly Permission[]
  /** The password was set by another person: only changing it is allowed. */
  mustChangePassword?: boolean
  /** The settings require a second factor and the grace period is over: only setting one up is allowed. */
  mustSetUpFactor?: boolean
  scopes: readonly Scope[]
  /** Of a key: what happens with changes, by their effect. Missing: they run. */
  tiers?: Readonly<Record<'change' | 'destroy', Tier>>
  /** null: everything the role may see. */
  limits: Limits | null
  /** For a caller with a session: when the password or a second factor was last proven in it. */
  provenAt?: Date
  /** Whether that was a second factor. */
  hasProvenFactor?: boolean
  /** Before sign-in: the device token of an earlier sign-in. */
  device?: string | null
  /** Before sign-in: the token of the sign-in that this browser has started. */
  browserToken?: string | null
  /** Before sign-in: the solution of a puzzle, as sent. */
  puzzle?: string | null
  /** Before sign-in: the User-Agent header, as sent. */
  userAgent?: string | null
  /** Network address of the caller, if known. */
  address: string | null
}

/** Flotilla itself: schedules, first start, the command line on the server. */
export function systemActor(name = 'flotilla'): Actor {
  return {
    kind: 'system',
    name,
    userId: null,
    keyId: null,
    sessionId: null,
    role: 'administrator',
    scopes,
    limits: null,
    address: null,
  }
}

/** A caller without credentials: may run public operations only. */
export function anonymousActor(address: string | null, device: string | null = null): Actor {
  return { ...systemActor('nobody'), kind: 'nobody', role: 'viewer', scopes: [], device, address }
}

/** The account of the caller. Only users run operations with the permission `own`, so that they have one. */
export function requireUserId({ userId }: Actor): number {
  if (userId === null) throw permissionDenied('Sign in first: a key has no account of its own.')
  return userId
}

/** The credential of the caller: what belongs to one is never given to another. Only for callers with an account. */
export const credentialOf = ({ keyId, sessionId, userId }: Actor): string =>
  keyId !== null ? `key ${keyId}` : sessionId !== null ? `session ${sessionId}` : `user ${userId}`

export interface LimitedCaller {
  name: string
  /** Has a session; programs never take all of what they share with people. */
  isPerson: boolean
}

/**
 * The caller that limits are counted for: a person with all sessions, or all programs (keys, stored passwords) of a user. With limits
 * of its own for each key, one user could take the capacity of all others.
 */
export function limitedCallerOf(actor: Actor): LimitedCaller {
  const { sessionId, userId } = actor
  if (userId === null) return { name: callerOf(actor), isPerson: false }
  return { name: sessionId === null ? `programs of user ${userId}` : `user ${userId}`, isPerson: sessionId !== null }
}

/** The caller that owns something. A key counts separately, so that a program cannot use up its owner's limits. */
export function callerOf({ kind, keyId, userId, address, name }: Actor): string {
  if (keyId !== null) return `key ${keyId}`
  if (userId !== null) return `user ${userId}`
  return kind === 'nobody' ? `address ${address}` : name
}
