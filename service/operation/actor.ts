/** From the one with the most permissions to the one with the fewest. */
export const roles = ['administrator', 'manager', 'viewer'] as const
export type Role = (typeof roles)[number]

export const scopes = ['read', 'write', 'delete'] as const
/** What a key can be given: `metrics` lets it read /metrics and nothing else. */
export const keyScopes = [...scopes, 'metrics'] as const
export type Scope = (typeof keyScopes)[number]

/** Sites a key may touch: those listed and those that carry one of the tags. */
export interface Limits {
  sites: number[]
  tags: number[]
}

/** Who is calling, as the surfaces found out; operations ask it nothing but this. */
export interface Actor {
  kind: 'user' | 'key' | 'system' | 'nobody'
  /** Name shown in the audit trail. */
  name: string
  userId: number | null
  keyId: number | null
  /** The dashboard session the call came with, if it did. */
  sessionId: string | null
  role: Role
  /** Signed in with a password that somebody else knows: nothing but changing it is possible. */
  mustChangePassword?: boolean
  scopes: readonly Scope[]
  /** null: everything the role may see. */
  limits: Limits | null
  /** Before signing in: what the browser shows of an earlier sign-in. */
  device?: string | null
  /** Network address of the caller, where there is one. */
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
export function nobody(address: string | null, device: string | null = null): Actor {
  return { ...systemActor('nobody'), kind: 'nobody', role: 'viewer', scopes: [], device, address }
}

/** Whose share of the service a call uses: a key has its own, so that a program cannot use up the share of its owner. */
export function callerOf({ kind, keyId, userId, address, name }: Actor): string {
  if (keyId !== null) return `key ${keyId}`
  if (userId !== null) return `user ${userId}`
  return kind === 'nobody' ? `address ${address}` : name
}
